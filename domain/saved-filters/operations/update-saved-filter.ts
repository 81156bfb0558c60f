import { notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { lockPartner } from '../../kernel/limit-store.ts';
import { operation } from '../../kernel/operation.ts';
import { ownSavedFilter, savedFilterParams, updateSavedFilterBody } from '../schema.ts';
import { clearDefault, findSavedFilter, updateSavedFilterRow } from '../store.ts';
import type { SavedFilterRow } from '../table.ts';

/** Renames a saved filter, replaces its parameters, or makes it the default of its list. */
export const updateSavedFilter = operation({
  name: 'saved_filters.update',
  permission: 'console',
  params: savedFilterParams,
  target: ownSavedFilter,
  input: updateSavedFilterBody,
  async change(tx, { call, input, target: { id, user_id, view } }): Promise<SavedFilterRow> {
    if (input.is_default) {
      // Of two filters that become the default at once, the later stays it.
      await lockPartner(tx.em, partnerOf(call));
      await clearDefault(tx.em, user_id, view);
    }
    const changed = (await updateSavedFilterRow(tx.em, tx.now, id, input)) ? await findSavedFilter(tx.em, id) : null;
    if (!changed) throw notFound('Saved filter');
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'saved_filter', id, details: { fields: Object.keys(input) } }),
});
