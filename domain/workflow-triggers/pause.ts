import type { Tx } from '../kernel/deps.ts';
import { updateTrigger } from './store.ts';
import { syncSchedule } from './sync.ts';
import type { WorkflowTriggerRow } from './table.ts';

/** Switches off a locked trigger whose credential has ended. */
export async function pauseOrphan(tx: Tx, trigger: WorkflowTriggerRow): Promise<void> {
  const paused = await updateTrigger(tx.em, tx.now, trigger.id, {
    active: false,
    pause_reason: 'credential_ended',
    last_result: 'credential_ended',
    next_fire_at: null,
  });
  syncSchedule(tx, paused);
  tx.audit({
    type: 'workflow_trigger',
    id: trigger.id,
    partnerId: trigger.partner_id,
    details: { active: false, reason: 'credential_ended' },
  });
}
