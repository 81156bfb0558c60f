import { z } from 'zod';
import { rollUpCounts } from '../../kernel/counters.ts';
import { nothing } from '../../kernel/invoke.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { OPEN_STATUSES } from '../rules.ts';
import { selectOldestOpen } from '../store.ts';

/** Open executions whose run may be lost. */
export const listStaleExecutions = listStale('executions.list_stale', {
  table: 'execution',
  open: OPEN_STATUSES,
  startedBy: 'execution.start',
});

/** Age of the oldest execution that has not ended, seconds; 0 when all have. */
export const readOldestOpen = step({
  name: 'executions.read_oldest_open',
  input: nothing,
  output: z.object({ seconds: z.number().nonnegative() }),
  run: async ({ db, clock }) => {
    const since = await selectOldestOpen(db);
    return { seconds: since === null ? 0 : Math.max(0, (clock.now().getTime() - since.getTime()) / 1000) };
  },
});

/** Rolls up the counters of the list of executions. */
export const rollUpExecutionCounts = rollUpCounts('executions.roll_up_counts', {
  name: 'execution_count',
  kinds: ['agent_id', 'priority', 'status'],
});
