import { differs } from '../../kernel/differs.ts';
import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { ownKeyFromPath, requireWithinOwnRole } from '../account-keys.ts';
import { getKey, ownKeyParams, updateKeyBody } from '../schema.ts';
import { lockKey, updateKey } from '../store.ts';
import { scopeProblems } from './create-key.ts';

/**
 * Changes what a key of the person's partner may do; all processes take it into account from the next request on. Throws
 * FORBIDDEN for a key that may do more than the person, CONFLICT for a revoked one.
 */
export const updateAccountKey = operation({
  name: 'partner_keys.update',
  permission: 'console_admin',
  params: ownKeyParams,
  target: ownKeyFromPath,
  input: updateKeyBody,
  checkInput: async (deps, raw, { partner_id }) => scopeProblems(await getPartnerById(deps.db, partner_id), raw),
  prepare: async (_deps, call, _input, key) => requireWithinOwnRole(call, key),
  lock: (tx, _call, { id }) => lockKey(tx.em, id),
  async change(tx, { input, target }) {
    const before = await lockKey(tx.em, target.id);
    if (before?.is_active && !differs(before, input)) {
      tx.unchanged();
      return before;
    }
    if (!(await updateKey(tx.em, target.id, input))) throw conflict('The key is revoked and cannot be changed.');
    return getKey(tx.em, target.partner_id, target.id);
  },
  audit: ({ id }, { input }) => ({ type: 'partner_key', id, details: { fields: Object.keys(input) } }),
});
