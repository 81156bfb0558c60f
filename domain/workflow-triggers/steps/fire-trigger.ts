import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { type StepCall, step } from '../../kernel/step.ts';
import { findCreator } from '../creator.ts';
import { executeTarget } from '../execute-target.ts';
import { endFiring, findFiring, openScheduled } from '../firing-store.ts';
import { isMissed } from '../rules.ts';
import { nextFireAt, pauseOrphan, recordMissedFirings } from '../schedule.ts';
import { occurrenceInput } from '../schema.ts';
import { findTrigger, lockTrigger, outcomeOf, updateTrigger } from '../store.ts';
import type { TriggerFiringRow, TriggerResult } from '../table.ts';

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

async function run(deps: Deps, call: StepCall, input: Occurrence): Promise<{ gone: boolean }> {
  const firing = await openFiring(deps, call, input);
  if (!firing) return { gone: true };
  if (firing.status !== 'pending') return { gone: false };
  const trigger = await findTrigger(deps.db, firing.trigger_id);
  if (!trigger) return { gone: true };
  const creator = await findCreator(deps.db, deps.clock.now(), trigger);
  const result =
    creator === 'ended'
      ? 'credential_ended'
      : creator === 'suspended'
        ? 'not_allowed'
        : await executeTarget(deps, call, creator, trigger, firing);
  if (result) await drop(deps, call, firing, result);
  return { gone: false };
}

/** The occurrence; null when it or its trigger no longer exists. */
async function openFiring(deps: Deps, call: StepCall, occurrence: Occurrence): Promise<TriggerFiringRow | null> {
  const { triggerId, rowKey, firingId, scheduledFor } = occurrence;
  if (firingId !== undefined) return findFiring(deps.db, firingId, rowKey);
  if (scheduledFor === undefined) throw new Error(`Trigger ${triggerId} has no occurrence to fire for.`);
  return deps.transaction(call, async (tx) => {
    const locked = await lockTrigger(tx.em, triggerId, rowKey);
    if (!locked) return null;
    const trigger = await recordMissedFirings(tx, locked);
    const firing = await openScheduled(tx.em, tx.now, { triggerId, at: scheduledFor, rowKey: deps.ids.uuid() });
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
async function drop(deps: Deps, call: StepCall, firing: TriggerFiringRow, result: TriggerResult): Promise<void> {
  await deps.transaction(call, async (tx) => {
    const trigger = await lockTrigger(tx.em, firing.trigger_id);
    if (!trigger || !(await endFiring(tx.em, tx.now, firing.id, { result }))) return;
    if (result === 'credential_ended' && trigger.active) await pauseOrphan(tx, trigger);
    else await updateTrigger(tx.em, tx.now, trigger.id, outcomeOf(result, tx.now, trigger));
  });
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
      await updateTrigger(tx.em, tx.now, trigger.id, outcomeOf('lost', tx.now, trigger));
      return true;
    });
  },
});
