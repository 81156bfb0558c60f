import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listSavedFiltersQuery } from '../schema.ts';
import { selectSavedFilters } from '../store.ts';

/** Lists the person's saved filters, by name. */
export const listSavedFilters = operation({
  name: 'saved_filters.list',
  permission: 'console',
  params: nothing,
  input: listSavedFiltersQuery,
  run: ({ db }, { actor }, query) => selectSavedFilters(db, consolePersonOf(actor).userId, query),
});
