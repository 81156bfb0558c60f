import { listStale } from '../../kernel/stale-rows.ts';

/** Running batches whose run may be lost. */
export const listStaleBatches = listStale('agents.list_stale_batches', {
  table: 'agent_batch_migration',
  open: ['running'],
  startedBy: 'agents.batch_migrate',
});
