import type { Call } from '../../kernel/call.ts';
import type { Tx } from '../../kernel/deps.ts';
import { differs } from '../../kernel/differs.ts';
import { notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { lockPartner } from '../../kernel/limit-store.ts';
import { operation } from '../../kernel/operation.ts';
import { ownSavedFilter, savedFilterParams, updateSavedFilterBody } from '../schema.ts';
import { clearDefault, findSavedFilter, lockSavedFilter, updateSavedFilterRow } from '../store.ts';
import type { SavedFilterRow } from '../table.ts';

/** Renames a saved filter, replaces its parameters, or makes it the default of its list. */
export const updateSavedFilter = operation({
  name: 'saved_filters.update',
  permission: 'console',
  params: savedFilterParams,
  target: ownSavedFilter,
  input: updateSavedFilterBody,
  lock: lockFilter,
  current: async (_deps, _call, target) => target,
  async change(tx, { call, input, target }): Promise<SavedFilterRow> {
    const { id, user_id, view } = target;
    const before = await lockFilter(tx, call, target);
    if (!before) throw notFound('Saved filter');
    if (!differs(before, input)) {
      tx.unchanged();
      return before;
    }
    if (input.is_default) await clearDefault(tx.em, user_id, view);
    const changed = (await updateSavedFilterRow(tx.em, tx.now, id, input)) ? await findSavedFilter(tx.em, id) : null;
    if (!changed) throw notFound('Saved filter');
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'saved_filter', id, details: { fields: Object.keys(input) } }),
});

/** The filter, locked after the partner: of two filters that become the default at once, the later stays it. */
async function lockFilter(tx: Tx, call: Call, { id }: SavedFilterRow): Promise<SavedFilterRow | null> {
  await lockPartner(tx.em, partnerOf(call));
  return lockSavedFilter(tx.em, id);
}
