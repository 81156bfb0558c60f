import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownSavedFilter, savedFilterParams } from '../schema.ts';
import { deleteSavedFilterRow, lockSavedFilter } from '../store.ts';

/** Deletes a saved filter. */
export const deleteSavedFilter = operation({
  name: 'saved_filters.delete',
  permission: 'console',
  params: savedFilterParams,
  target: ownSavedFilter,
  input: nothing,
  lock: (tx, _call, { id }) => lockSavedFilter(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    if (!(await deleteSavedFilterRow(tx.em, id))) throw notFound('Saved filter');
  },
  audit: (_output, { target: { id } }) => ({ type: 'saved_filter', id }),
});
