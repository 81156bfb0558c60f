import { listStale } from '../../kernel/stale-rows.ts';

/** Lists running batches whose workflow run may be lost. */
export const listStaleBatches = listStale('agents.list_stale_batches', {
  table: 'agent_batch_migration',
  open: ['running'],
  startedBy: 'agents.batch_migrate',
});
