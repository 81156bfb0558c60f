import type { Tx } from '../kernel/deps.ts';
import { nextOccurrence } from './rules.ts';
import type { WorkflowTriggerRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    /** Brings the Schedule of a trigger in line with its row, whatever that says by then. */
    'trigger.sync': { triggerId: number; rowKey: string; partnerId: number };
  }
}

/** Has the engine bring the Schedule of a trigger in line with its row; triggers on events have none. */
export function syncSchedule(tx: Tx, { id, row_key, partner_id, type }: WorkflowTriggerRow): void {
  if (type === 'schedule') tx.enqueue({ kind: 'trigger.sync', triggerId: id, rowKey: row_key, partnerId: partner_id });
}

/** When a trigger fires next as far as its row tells; null: on events, or not at all. */
export function nextFireAt(
  { active, cron, timezone }: Pick<WorkflowTriggerRow, 'active' | 'cron' | 'timezone'>,
  after: Date,
): Date | null {
  return active && cron !== null && timezone !== null ? nextOccurrence(cron, timezone, after) : null;
}
