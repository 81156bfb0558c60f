import { staleRows, staleRowsInput } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { listStaleExecutions as listRows } from '../store.ts';

/** Open executions that nothing has touched for a while, and for which no start command waits. */
export const listStaleExecutions = step({
  name: 'executions.list_stale',
  input: staleRowsInput,
  output: staleRows,
  run: ({ db }, _call, input) => listRows(db, input),
});
