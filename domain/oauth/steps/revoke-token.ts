import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { moment } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { touchClient } from '../client-store.ts';
import { deleteGrant, saveRecordRow } from '../record-store.ts';
import { principalClaim } from '../schema.ts';

/**
 * Revokes an access token that was verified. A user's takes the whole consent with it; a client's own is remembered until it would
 * have expired.
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
    // Processes read again what they remember of the client's tokens.
    await touchClient(db, clientId);
  },
});
