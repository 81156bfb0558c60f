import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { findCreator } from '../creator.ts';
import { executeTarget, type Refusal } from '../execute-target.ts';
import { isFailure, recordFailure } from '../failures.ts';
import {
  deletePending,
  endFiring,
  findFiring,
  findSilenceEnd,
  hasStorm,
  isByHand,
  openScheduled,
} from '../firing-store.ts';
import { isMissed } from '../rules.ts';
import { hasReadableSchedule, nextFireAt, pauseTrigger, recordMissedFirings, syncSchedule } from '../schedule.ts';
import { occurrenceInput } from '../schema.ts';
import { findTrigger, lockTrigger, outcomeOf, updateTrigger } from '../store.ts';
import type { TriggerFiringRow, WorkflowTriggerRow } from '../table.ts';

type Occurrence = z.output<typeof occurrenceInput>;

/**
 * Runs an occurrence: starts an execution, or records why there is none. A repeat finds it ended. `gone`: the trigger
 * no longer exists.
 */
export const fireTrigger = step({
  name: 'workflow_triggers.fire',
  input: occurrenceInput,
  output: z.object({ gone: z.boolean() }),
  run,
});

async function run(deps: Deps, call: Call, input: Occurrence): Promise<{ gone: boolean }> {
  const firing = await openFiring(deps, call, input);
  if (!firing) return { gone: true };
  if (firing.status !== 'pending') return { gone: false };
  const trigger = await findTrigger(deps.db, firing.trigger_id);
  if (!trigger) return { gone: true };
  const refusal = await fire(deps, call, trigger, firing);
  if (refusal) await drop(deps, call, firing, refusal);
  return { gone: false };
}

/** Starts an execution with the authority of the trigger's creator; why there is none, otherwise. */
async function fire(
  deps: Deps,
  call: Call,
  trigger: WorkflowTriggerRow,
  firing: TriggerFiringRow,
): Promise<Refusal | null> {
  // `paused` comes before any other result; whether it was switched off meanwhile is checked under the lock (`admit`).
  if (!trigger.active) return { result: 'paused' };
  const creator = await findCreator(deps.db, deps.clock.now(), trigger);
  if (creator === 'ended') return { result: 'credential_ended' };
  if (creator === 'suspended') return { result: 'not_allowed' };
  return executeTarget(deps, call, creator, trigger, firing);
}

/** The occurrence; null when it or its trigger no longer exists. */
async function openFiring(deps: Deps, call: Call, occurrence: Occurrence): Promise<TriggerFiringRow | null> {
  const { triggerId, rowKey, firingId, scheduledFor } = occurrence;
  if (firingId !== undefined) return findFiring(deps.db, firingId, rowKey);
  if (scheduledFor === undefined) throw new Error(`Trigger ${triggerId} has no occurrence to fire for.`);
  return deps.transaction(call, async (tx) => {
    const locked = await lockTrigger(tx.em, triggerId, rowKey);
    if (!locked) return null;
    const open = () => openScheduled(tx.em, tx.now, { triggerId, at: scheduledFor, rowKey: deps.ids.uuid() });
    if (!hasReadableSchedule(locked)) {
      syncSchedule(tx, locked);
      const unread = await open();
      await endFiring(tx.em, tx.now, unread.id, { result: 'schedule_refused' });
      return { ...unread, status: 'dropped' };
    }
    const trigger = await recordMissedFirings(tx, locked);
    const firing = await open();
    const { cron, timezone, next_fire_at: expected } = trigger;
    if (firing.status !== 'pending' || cron === null || timezone === null) return firing;
    const isLate = isMissed(cron, timezone, scheduledFor, tx.now);
    if (isLate) await endFiring(tx.em, tx.now, firing.id, { result: 'missed' });
    await updateTrigger(tx.em, tx.now, triggerId, {
      ...(expected !== null && expected <= scheduledFor && { next_fire_at: nextFireAt(trigger, scheduledFor) }),
      ...(isLate && { last_result: 'missed', missed_count: trigger.missed_count + 1 }),
    });
    return isLate ? { ...firing, status: 'dropped' } : firing;
  });
}

/** Ends an occurrence that does not fire, and records the result on its trigger. */
async function drop(deps: Deps, call: Call, firing: TriggerFiringRow, refusal: Refusal): Promise<void> {
  const { result, setting } = refusal;
  await deps.transaction(call, async (tx) => {
    const trigger = await lockTrigger(tx.em, firing.trigger_id);
    if (!trigger) return;
    if (result === 'storm') return silence(tx, trigger, firing);
    if (!(await endFiring(tx.em, tx.now, firing.id, { result, setting }))) return;
    const chain = [...firing.chain, trigger.id];
    if (result === 'credential_ended' && trigger.active) return pauseTrigger(tx, trigger, 'credential_ended', chain);
    const noted = await updateTrigger(tx.em, tx.now, trigger.id, outcomeOf(result, tx.now, trigger));
    if (isFailure(result)) await recordFailure(tx, noted, { result, executionId: null, chain });
  });
}

/** One occurrence an hour says that the trigger is silenced, and each one by hand; the others leave nothing. */
async function silence(tx: Tx, trigger: WorkflowTriggerRow, firing: TriggerFiringRow): Promise<void> {
  const isSaid = firing.event_id !== null && !isByHand(firing) && (await hasStorm(tx.em, tx.now, trigger.id));
  if (isSaid) await deletePending(tx.em, firing.id);
  else await endFiring(tx.em, tx.now, firing.id, { result: 'storm' });
  const silenced_until = await findSilenceEnd(tx.em, tx.now, trigger.id);
  await updateTrigger(tx.em, tx.now, trigger.id, { silenced_until });
}

/** Ends a pending occurrence whose run was lost or rejected; false when it had ended. */
export const failFiring = step({
  name: 'workflow_triggers.fail_firing',
  input: z.object({ firingId: recordId, rowKey: z.uuid() }),
  output: z.boolean(),
  async run(deps, call, { firingId, rowKey }) {
    const firing = await findFiring(deps.db, firingId, rowKey);
    if (!firing) return false;
    return deps.transaction(call, async (tx) => {
      const trigger = await lockTrigger(tx.em, firing.trigger_id);
      if (!trigger || !(await endFiring(tx.em, tx.now, firingId, { result: 'lost' }))) return false;
      const noted = await updateTrigger(tx.em, tx.now, trigger.id, outcomeOf('lost', tx.now, trigger));
      await recordFailure(tx, noted, { result: 'lost', executionId: null, chain: [...firing.chain, trigger.id] });
      return true;
    });
  },
});
