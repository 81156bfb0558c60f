import { page } from '../../api/resource.ts';
import { sessionResource } from '../../api/security/resource.ts';
import { withDatabase } from '../environment/database.ts';
import { read, request } from '../environment/http.ts';
import { createUser } from '../environment/oauth.ts';
import type { AreaSamples, SamplePartner } from './sample.ts';

/** A passkey of the person at the console, which no authenticator has. */
async function makePasskey({ console: key }: SamplePartner): Promise<number> {
  const me = await request('GET /app/me', { key });
  return withDatabase(async (client) => {
    const { rows } = await client.query(
      `INSERT INTO passkey (user_id, name, credential_id, public_key, counter, transports, created_at)
       VALUES ($1, 'Sample', uuid_send(gen_random_uuid()), '', 0, '{}', now()) RETURNING id`,
      [(me.body as { data: { id: number } }).data.id],
    );
    return Number(rows[0].id);
  });
}

const CREDENTIAL = { none: 'the id of a WebAuthn credential' };
const CONFIRMATION = { references: { 'passkey.id': CREDENTIAL } };

export const samples: AreaSamples = {
  records: {
    '/app/me/sessions/{id}': {
      async make({ console: key }) {
        return read(await request('GET /app/me/sessions', { key }), page(sessionResource).schema).data[0]?.id ?? 0;
      },
    },
    '/app/me/passkeys/{id}': { make: makePasskey },
    '/app/users/{id}': { make: async ({ id }) => (await createUser(id)).id },
  },
  inputs: {
    'POST /app/me/totp': CONFIRMATION,
    'POST /app/me/totp/disable': CONFIRMATION,
    'POST /app/me/recovery-codes': CONFIRMATION,
    'POST /app/me/passkeys/options': CONFIRMATION,
    'POST /app/me/passkeys': { references: { 'response.id': CREDENTIAL } },
    'PATCH /app/me/passkeys/{id}': { input: { name: 'Sample' } },
    'POST /app/me/passkeys/{id}/remove': CONFIRMATION,
    'PATCH /app/sign-in-policy': { input: { require_second_factor: false } },
  },
};
