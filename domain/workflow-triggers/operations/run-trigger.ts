import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { findFiring, findNewestEvent, insertByHand } from '../firing-store.ts';
import { triggerParams } from '../schema.ts';
import { lockTrigger } from '../store.ts';
import type { TriggerFiringRow } from '../table.ts';
import { capabilitiesOfTarget, ownTargetedTrigger, ownTrigger } from '../target.ts';

/**
 * Fires a trigger now, with the authority of its creator and the checks of any other occurrence; a mapping takes its values
 * from the newest event. The result is in the list of firings.
 */
export const runTrigger = operation({
  name: 'workflow_triggers.run',
  permission: 'manage_content',
  params: triggerParams,
  target: ownTargetedTrigger,
  capability: ({ executes }) => capabilitiesOfTarget(executes),
  input: nothing,
  prepare: async (_deps, call, _input, { trigger }) => requireSameMode(call, trigger),
  async change(tx, { deps, target }): Promise<TriggerFiringRow> {
    const { id, row_key, partner_id: partnerId } = target.trigger;
    const trigger = await lockTrigger(tx.em, id, row_key);
    if (!trigger) throw notFound('Workflow trigger');
    const { mapping, event_name: type, sandbox } = trigger;
    const event = mapping && type !== null ? await findNewestEvent(tx.em, partnerId, { type, sandbox }) : null;
    const firing = await insertByHand(tx.em, tx.now, {
      triggerId: id,
      rowKey: deps.ids.uuid(),
      eventId: event?.id ?? null,
    });
    tx.enqueue({ kind: 'trigger.fire', firingId: firing.id, rowKey: firing.row_key, triggerId: id, partnerId });
    return firing;
  },
  audit: ({ id, trigger_id }) => ({ type: 'trigger_firing', id, details: { trigger_id } }),
  async recover(deps, call, madeId): Promise<TriggerFiringRow> {
    const firing = await findFiring(deps.db, Number(madeId));
    if (!firing) throw notFound('Firing');
    await ownTrigger(deps, call, { id: firing.trigger_id });
    return firing;
  },
});
