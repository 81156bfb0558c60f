import { listStale } from '../../kernel/stale-rows.ts';

/** Runs of evaluations that may be lost. */
export const listStaleRuns = listStale('knowledge_evaluations.list_stale', {
  table: 'knowledge_evaluation_run',
  open: ['running'],
  startedBy: 'knowledge_evaluations.run',
});
