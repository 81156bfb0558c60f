import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { touchClient } from '../client-store.ts';
import type { PrincipalClaim } from '../principal.ts';
import { deleteGrant } from '../record-store.ts';
import { saveRecord } from './save-record.ts';

/** An access token that was verified. */
export interface TokenToRevoke {
  principal: PrincipalClaim;
  clientId: string;
  expiresAt: Date;
}

/** Revokes an access token. A user's takes the whole consent with it; a client's own is remembered until it would have expired. */
export async function revokeToken(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  call: Call,
  { principal, clientId, expiresAt }: TokenToRevoke,
): Promise<void> {
  if (principal.kind === 'user_grant') return deleteGrant(deps.db, principal.grantId);
  if (principal.kind !== 'oauth_client') return;
  const { tokenId: id } = principal;
  const record = { kind: 'RevokedToken', id, grantId: null, uid: null, userId: null, clientId, payload: {}, expiresAt };
  await saveRecord(deps, call, record);
  // Processes read again what they remember of the client's tokens.
  await touchClient(deps.db, clientId);
}
