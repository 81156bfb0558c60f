import type { Tx } from '../kernel/deps.ts';
import { nextOccurrence } from './rules.ts';
import type { WorkflowTriggerRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    /** Aligns the Temporal Schedule of a trigger with the trigger's row at that time. */
    'trigger.sync': { triggerId: number; rowKey: string; partnerId: number };
  }
}

/** Has the Temporal Schedule of a trigger aligned with its row; triggers on events have none. */
export function syncSchedule(tx: Tx, { id, row_key, partner_id, type }: WorkflowTriggerRow): void {
  if (type === 'schedule') tx.enqueue({ kind: 'trigger.sync', triggerId: id, rowKey: row_key, partnerId: partner_id });
}

/** Next firing time by the trigger's row; null: it fires on events, or not at all. */
export function nextFireAt(
  { active, cron, timezone }: Pick<WorkflowTriggerRow, 'active' | 'cron' | 'timezone'>,
  after: Date,
): Date | null {
  return active && cron !== null && timezone !== null ? nextOccurrence(cron, timezone, after) : null;
}
