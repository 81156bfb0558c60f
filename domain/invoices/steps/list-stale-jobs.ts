import { staleRows, staleRowsInput } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { listStaleJobs } from '../job-store.ts';

/** Running backfills that nothing has touched for a while, and for which no start command waits. */
export const listStaleBackfills = step({
  name: 'invoices.list_stale_backfills',
  input: staleRowsInput,
  output: staleRows,
  run: ({ db }, _call, input) => listStaleJobs(db, 'backfill', input),
});

/** The same of jobs that bill metered use. */
export const listStaleBillings = step({
  name: 'invoices.list_stale_billings',
  input: staleRowsInput,
  output: staleRows,
  run: ({ db }, _call, input) => listStaleJobs(db, 'marketplace', input),
});
