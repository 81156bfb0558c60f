import { listStale } from '../../kernel/stale-rows.ts';

/** Pending occurrences of events whose run may be lost; those of schedules are looked after with their triggers. */
export const listStaleFirings = listStale('workflow_triggers.list_stale_firings', {
  table: 'trigger_firing',
  open: ['pending'],
  condition: 'r.event_id IS NOT NULL',
  startedBy: 'trigger.fire',
});
