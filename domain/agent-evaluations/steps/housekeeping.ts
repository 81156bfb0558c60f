import { listStale } from '../../kernel/stale-rows.ts';

/** Runs of evaluations that may be lost. */
export const listStaleRuns = listStale('agent_evaluations.list_stale', {
  table: 'agent_evaluation_run',
  open: ['running'],
  startedBy: 'agent_evaluations.run',
});
