import { operation } from '../../kernel/operation.ts';
import { ownKeyFromPath } from '../account-keys.ts';
import { getKey, ownKeyParams, revokeKeyBody } from '../schema.ts';
import { revokeKey } from '../store.ts';

/** Revokes a key of the person's partner permanently, as administrators do. A repeat changes nothing. */
export const revokeAccountKey = operation({
  name: 'partner_keys.revoke',
  permission: 'console_admin',
  params: ownKeyParams,
  target: ownKeyFromPath,
  input: revokeKeyBody,
  async change(tx, { input, target }) {
    if (!(await revokeKey(tx.em, tx.now, target.id, input.reason))) tx.unchanged();
    return getKey(tx.em, target.partner_id, target.id);
  },
  audit: ({ id }, { input }) => ({ type: 'partner_key', id, details: { reason: input.reason } }),
});
