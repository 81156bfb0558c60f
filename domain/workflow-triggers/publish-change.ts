import type { Tx } from '../kernel/deps.ts';
import { notifyPeople } from '../notifications/notify-people.ts';
import { CONTENT_ROLES } from '../notifications/rules.ts';
import type { WorkflowTriggerRow } from './table.ts';

/** What is said of a trigger. */
interface TriggerChange {
  event: 'trigger.failed' | 'trigger.paused';
  /** null: people hear of it in another way. */
  kind: 'trigger_failed' | 'trigger_paused' | null;
  data: Record<string, unknown>;
  /** Triggers that led to it, first to last: none of them fires on the event. */
  chain: readonly number[];
}

/** Publishes what became of a trigger, and notifies people; the sandbox notifies nobody. */
export function publishChange(tx: Tx, trigger: WorkflowTriggerRow, { event, kind, data, chain }: TriggerChange): void {
  const { id, partner_id: partnerId, name, sandbox, failures_in_a_row } = trigger;
  tx.publish({
    partnerId,
    type: event,
    triggers: chain,
    data: { trigger_id: id, name, failures_in_a_row, ...data, ...(sandbox && { sandbox: true }) },
  });
  if (kind === null || sandbox) return;
  notifyPeople(tx, {
    partnerId,
    kind,
    to: { roles: CONTENT_ROLES },
    record: { type: 'workflow_trigger', id },
    title: name,
  });
}
