import { z } from 'zod';
import { Attempts } from '../../kernel/attempts.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { rangesOfPass } from '../../kernel/id-ranges.ts';
import { nothing } from '../../kernel/invoke.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { findCreator } from '../creator.ts';
import { selectOrphans } from '../creator-store.ts';
import { selectAbandoned } from '../firing-store.ts';
import { CATCH_UP_WINDOW_MS } from '../rules.ts';
import { hasReadableSchedule, pauseTrigger, recordMissedFirings, syncSchedule } from '../schedule.ts';
import { lockTrigger, selectOverdue, selectUnchecked, updateTrigger } from '../store.ts';
import { type WorkflowTriggerRow, workflowTriggerTable } from '../table.ts';
import { failFiring } from './fire-trigger.ts';

/** Most triggers of each kind that are handled in a pass. */
const BATCH_SIZE = 200;
/** A schedule that is late by this may have lost its Temporal Schedule. */
const OVERDUE_MS = 10 * MINUTE_MS;
/** Each schedule is compared with its Temporal Schedule at least this often. */
const CHECK_MS = 24 * 60 * MINUTE_MS;
/**
 * The run of a scheduled occurrence is retried as long as it may still run. An occurrence that is pending after that
 * has no run any more.
 */
const ABANDONED_MS = CATCH_UP_WINDOW_MS + 10 * MINUTE_MS;

/**
 * Pauses triggers whose credential has ended (of many triggers some in each pass), records missed occurrences, recreates lost Temporal Schedules, and ends
 * occurrences of schedules whose run was lost (only Temporal knows its id). Partners have turns, and a failure does not stop
 * the others; all failures are thrown together at the end.
 */
export const reconcileTriggers = step({
  name: 'workflow_triggers.reconcile',
  input: nothing,
  output: z.object({ paused: z.int(), overdue: z.int() }),
  async run(deps, call) {
    const now = deps.clock.now().getTime();
    const attempts = new Attempts();
    let paused = 0;
    for (const range of await rangesOfPass(deps.db, workflowTriggerTable)) {
      for (const id of await selectOrphans(deps.db, new Date(now), { ...range, limit: BATCH_SIZE })) {
        if (await attempts.make(() => pause(deps, call, id))) paused += 1;
      }
    }
    const abandoned = await selectAbandoned(deps.db, new Date(now - ABANDONED_MS), BATCH_SIZE);
    for (const { id: firingId, row_key: rowKey } of abandoned)
      await attempts.make(() => failFiring.run(deps, call, { firingId, rowKey }));
    const overdue = await selectOverdue(deps.db, new Date(now - OVERDUE_MS), BATCH_SIZE);
    const unchecked = await selectUnchecked(deps.db, new Date(now - CHECK_MS), BATCH_SIZE);
    for (const trigger of [...overdue, ...unchecked]) {
      await attempts.make(
        () => check(deps, call, trigger),
        () => noteCheck(deps, call, trigger.id),
      );
    }
    attempts.end((failed) => `${failed} triggers could not be reconciled.`);
    return { paused, overdue: overdue.length };
  },
});

/** False when the trigger has a credential after all. */
function pause(deps: Deps, call: Call, id: number): Promise<boolean> {
  return deps.transaction(call, async (tx) => {
    const trigger = await lockTrigger(tx.em, id);
    if (!trigger?.active || (await findCreator(tx.em, tx.now, trigger)) !== 'ended') return false;
    await pauseTrigger(tx, trigger, 'credential_ended');
    return true;
  });
}

/** During an outage of Temporal, its Schedules are requested only now and then. */
function check(deps: Deps, call: Call, { id, row_key }: Pick<WorkflowTriggerRow, 'id' | 'row_key'>): Promise<void> {
  return deps.transaction(call, async (tx) => {
    const locked = await lockTrigger(tx.em, id, row_key);
    if (!locked) return;
    // A schedule that cannot be read is paused when its Schedule is aligned.
    const trigger = hasReadableSchedule(locked) ? await recordMissedFirings(tx, locked) : locked;
    if (trigger.checked_at && trigger.checked_at.getTime() > tx.now.getTime() - OVERDUE_MS) return;
    await updateTrigger(tx.em, tx.now, id, { checked_at: tx.now });
    syncSchedule(tx, trigger);
  });
}

/** Gives the turn of a schedule whose check failed to the partner's others. */
function noteCheck(deps: Deps, call: Call, id: number): Promise<unknown> {
  return deps.transaction(call, (tx) => updateTrigger(tx.em, tx.now, id, { checked_at: tx.now }));
}

/** Pending occurrences of events, or by hand, whose run may be lost; those of schedules are handled by `reconcileTriggers`. */
export const listStaleFirings = listStale('workflow_triggers.list_stale_firings', {
  table: 'trigger_firing',
  open: ['pending'],
  condition: 'r.scheduled_for IS NULL',
  startedBy: 'trigger.fire',
});
