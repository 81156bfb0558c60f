import { staleRows, staleRowsInput } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { listStaleGenerations as listRows } from '../generation-store.ts';

/** Running generations that nothing has touched for a while, and for which no start command waits. */
export const listStaleGenerations = step({
  name: 'case_studies.list_stale',
  input: staleRowsInput,
  output: staleRows,
  run: ({ db }, _call, input) => listRows(db, input),
});
