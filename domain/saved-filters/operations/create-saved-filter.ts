import { consolePersonOf, nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { createSavedFilterBody, ownSavedFilter } from '../schema.ts';
import { clearDefault, countSavedFilters, insertSavedFilter } from '../store.ts';
import type { SavedFilterRow } from '../table.ts';

/** Keeps a filter of a list under a name. As default it takes the place of the one before. */
export const createSavedFilter = operation({
  name: 'saved_filters.create',
  permission: 'console',
  params: nothing,
  input: createSavedFilterBody,
  async change(tx, { deps, call, input }): Promise<SavedFilterRow> {
    const { userId } = consolePersonOf(call.actor);
    const partnerId = partnerOf(call);
    await requireWithinLimit(tx.em, deps.limits, 'saved_filters', {
      partnerId,
      count: () => countSavedFilters(tx.em, userId),
    });
    if (input.is_default) await clearDefault(tx.em, userId, input.view);
    return insertSavedFilter(tx.em, tx.now, { ...input, user_id: userId });
  },
  audit: ({ id }) => ({ type: 'saved_filter', id }),
  recover: (deps, call, madeId) => ownSavedFilter(deps, call, { id: Number(madeId) }),
});
