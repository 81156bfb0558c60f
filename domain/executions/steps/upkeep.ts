import { rollUpCounts } from '../../kernel/counters.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { OPEN_STATUSES } from '../rules.ts';

/** Open executions whose run may be lost. */
export const listStaleExecutions = listStale('executions.list_stale', {
  table: 'execution',
  open: OPEN_STATUSES,
  startedBy: 'execution.start',
});

/** Rolls up the counters of the list of executions. */
export const rollUpExecutionCounts = rollUpCounts('executions.fold_counts', {
  name: 'execution_count',
  kinds: ['agent_id', 'priority', 'status'],
});
