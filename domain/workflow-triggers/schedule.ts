import type { Tx } from '../kernel/deps.ts';
import { insertMissed } from './firing-store.ts';
import { publishChange } from './publish-change.ts';
import { isMissed, isReadable, nextOccurrence, occurrencesBetween } from './rules.ts';
import { updateTrigger } from './store.ts';
import type { PAUSE_REASONS, WorkflowTriggerRow } from './table.ts';

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

/** Whether the schedule of a trigger can be read; one on events has none. */
export function hasReadableSchedule({ cron, timezone }: Pick<WorkflowTriggerRow, 'cron' | 'timezone'>): boolean {
  return cron === null || timezone === null || isReadable({ cron, timezone });
}

/** Most missed occurrences that are listed one by one; all are counted. */
const MAX_LISTED = 24;

/**
 * Records which occurrences of a locked trigger were missed: all that are due and did not run, except the newest, which
 * still runs if it starts within a day. Returns the updated trigger.
 */
export async function recordMissedFirings(tx: Tx, trigger: WorkflowTriggerRow): Promise<WorkflowTriggerRow> {
  const { id, cron, timezone, next_fire_at: expected } = trigger;
  if (cron === null || timezone === null || expected === null || expected > tx.now) return trigger;
  const until = new Date(tx.now.getTime() + 1);
  const due = occurrencesBetween(cron, timezone, { from: expected, until, limit: MAX_LISTED + 1 });
  const last = due.newest.at(-1);
  if (!last) return trigger;
  const lastIsMissed = isMissed(cron, timezone, last, tx.now);
  const missed = lastIsMissed ? due.newest : due.newest.slice(0, -1);
  if (missed.length === 0) return trigger;
  const listed = missed.slice(-MAX_LISTED);
  const unlisted = due.count - (lastIsMissed ? 0 : 1) - listed.length;
  const added = await insertMissed(tx.em, tx.now, id, listed);
  return updateTrigger(tx.em, tx.now, id, {
    next_fire_at: lastIsMissed ? nextOccurrence(cron, timezone, tx.now) : last,
    missed_count: trigger.missed_count + added + unlisted,
    ...(added > 0 && { last_result: 'missed' as const }),
  });
}

/** Switches off a locked trigger that cannot go on, and says so. `chain`: the triggers that led to it, first to last. */
export async function pauseTrigger(
  tx: Tx,
  trigger: WorkflowTriggerRow,
  reason: (typeof PAUSE_REASONS)[number],
  chain: readonly number[] = [trigger.id],
): Promise<void> {
  const paused = await updateTrigger(tx.em, tx.now, trigger.id, {
    active: false,
    pause_reason: reason,
    ...(reason !== 'failures' && { last_result: reason }),
    next_fire_at: null,
  });
  // A refused Schedule is deleted by whoever finds it refused.
  if (reason !== 'schedule_refused') syncSchedule(tx, paused);
  tx.audit({
    type: 'workflow_trigger',
    id: trigger.id,
    partnerId: trigger.partner_id,
    details: { active: false, reason },
  });
  publishChange(tx, trigger, { event: 'trigger.paused', kind: 'trigger_paused', data: { reason }, chain });
}
