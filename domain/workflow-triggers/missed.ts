import type { Tx } from '../kernel/deps.ts';
import { insertMissed } from './firing-store.ts';
import { isMissed, nextOccurrence, occurrencesBetween } from './rules.ts';
import { updateTrigger } from './store.ts';
import type { WorkflowTriggerRow } from './table.ts';

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
