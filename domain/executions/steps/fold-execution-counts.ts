import { foldCounts } from '../../kernel/counters.ts';

/** Folds the counters of the list of executions. */
export const foldExecutionCounts = foldCounts('executions.fold_counts', {
  name: 'execution_count',
  kinds: ['agent_id', 'priority', 'status'],
});
