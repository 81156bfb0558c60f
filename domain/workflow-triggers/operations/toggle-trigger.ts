import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { creatorOf, findCreator } from '../creator.ts';
import { hasReadableSchedule, nextFireAt, syncSchedule } from '../schedule.ts';
import { triggerParams } from '../schema.ts';
import { lockTrigger, resumed, shownAt, updateTrigger } from '../store.ts';
import type { WorkflowTriggerRow } from '../table.ts';
import { capabilitiesOfTarget, ownTargetedTrigger } from '../target.ts';

/**
 * Switches a trigger off or on. Occurrences in between are not caught up on. If the credential that created it has
 * ended, the trigger continues with the authority of the caller who switches it on.
 */
export const toggleTrigger = operation({
  name: 'workflow_triggers.toggle',
  permission: 'manage_content',
  params: triggerParams,
  target: ownTargetedTrigger,
  // Also where it is switched off: of two callers at once, the second one switches it on.
  capability: ({ executes }) => capabilitiesOfTarget(executes),
  input: nothing,
  lock: (tx, _call, { trigger: { id, row_key } }) => lockTrigger(tx.em, id, row_key),
  prepare: async (_deps, call, _input, { trigger }) => requireSameMode(call, trigger),
  async change(tx, { call, target: { trigger: target } }): Promise<WorkflowTriggerRow> {
    const trigger = await lockTrigger(tx.em, target.id, target.row_key);
    if (!trigger) throw notFound('Workflow trigger');
    const active = !trigger.active;
    if (active && !hasReadableSchedule(trigger))
      throw conflict('Its cron expression or its time zone cannot be read; change them first.');
    const ended = active && (await findCreator(tx.em, tx.now, trigger)) === 'ended';
    const changed = await updateTrigger(tx.em, tx.now, trigger.id, {
      active,
      pause_reason: null,
      next_fire_at: nextFireAt({ ...trigger, active }, tx.now),
      checked_at: tx.now,
      ...(active && resumed(tx.now)),
      ...(ended && creatorOf(call)),
    });
    syncSchedule(tx, changed);
    return shownAt(tx.now, changed);
  },
  audit: ({ id, active }) => ({ type: 'workflow_trigger', id, details: { active } }),
});
