import { staleRows, staleRowsInput } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { listStaleDocuments as listRows } from '../store.ts';

/** Documents that nothing has read for a while, and for which no start command waits. */
export const listStaleDocuments = step({
  name: 'knowledge_bases.list_stale',
  input: staleRowsInput,
  output: staleRows,
  run: ({ db }, _call, input) => listRows(db, input),
});
