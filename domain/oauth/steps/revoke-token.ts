import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { moment } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { touchClient } from '../client-store.ts';
import { deleteGrant, saveRecordRow } from '../record-store.ts';
import { principalClaim } from '../schema.ts';

/**
 * Revokes a verified access token. A user's token ends the whole consent; a client's own token is remembered until it
 * would have expired.
 */
export const revokeToken = step({
  name: 'oauth_tokens.revoke',
  input: z.object({ principal: principalClaim, clientId: z.string(), expiresAt: moment }),
  output: z.void(),
  async run({ db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>, _call, { principal, clientId, expiresAt }) {
    if (principal.kind === 'user_grant') return deleteGrant(db, principal.grantId);
    if (principal.kind !== 'oauth_client') return;
    await saveRecordRow(db, clock.now(), {
      kind: 'RevokedToken',
      id: principal.tokenId,
      grantId: null,
      uid: null,
      userId: null,
      clientId,
      payload: secrets.seal('{}'),
      expiresAt,
    });
    // Processes reload what they cached of the client's tokens.
    await touchClient(db, clientId);
  },
});
