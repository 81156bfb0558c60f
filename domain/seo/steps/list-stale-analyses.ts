import { staleRows, staleRowsInput } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { listStaleJobs } from '../store.ts';

/** Open analyses that nothing has touched for a while, and for which no start command waits. */
export const listStaleAnalyses = step({
  name: 'seo.list_stale',
  input: staleRowsInput,
  output: staleRows,
  run: ({ db }, _call, input) => listStaleJobs(db, input),
});
