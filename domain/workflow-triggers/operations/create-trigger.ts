import { requirePeople } from '../../content-items/people.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { creatorOf } from '../creator.ts';
import { nextFireAt, syncSchedule } from '../schedule.ts';
import { createTriggerBody } from '../schema.ts';
import { countTriggers, insertTrigger } from '../store.ts';
import type { WorkflowTriggerRow } from '../table.ts';
import {
  capabilitiesOfTarget,
  checkTrigger,
  eventFields,
  holdTarget,
  ownTrigger,
  referencesInBody,
  requireInput,
  targetIn,
} from '../target.ts';

/** Creates a trigger that executes its target with the caller's authority. */
export const createTrigger = operation({
  name: 'workflow_triggers.create',
  permission: 'manage_content',
  params: nothing,
  target: (deps, call, _params, raw) => targetIn(deps, partnerOf(call), raw),
  capability: capabilitiesOfTarget,
  references: referencesInBody,
  input: createTriggerBody,
  checkInput: checkTrigger,
  prepare: (deps, call, { input, event }, target) =>
    requireInput(deps, call, target, { given: input, mapping: event?.mapping ?? {}, isChanged: true }),
  async change(tx, { deps, call, input, target }): Promise<WorkflowTriggerRow> {
    const partner_id = partnerOf(call);
    await holdTarget(tx, partner_id, target);
    await requirePeople(tx.em, call, input);
    const count = () => countTriggers(tx.em, partner_id);
    await requireWithinLimit(tx.em, deps.limits, 'triggers', { partnerId: partner_id, count });
    const { name, type, schedule, event, active, max_runs_per_day, max_credits_per_day, pause_after_failures } = input;
    const fields = { active, cron: schedule?.cron ?? null, timezone: schedule?.timezone ?? null };
    const trigger = await insertTrigger(tx.em, tx.now, {
      template_slug: target.template_slug,
      capability_slug: target.capability_slug,
      ...fields,
      ...creatorOf(call),
      row_key: deps.ids.uuid(),
      partner_id,
      name,
      type,
      ...eventFields(event),
      input: input.input,
      max_runs_per_day,
      max_credits_per_day,
      pause_after_failures,
      assignee_id: input.assignee_id,
      reviewer_id: input.reviewer_id,
      next_fire_at: nextFireAt(fields, tx.now),
    });
    syncSchedule(tx, trigger);
    return trigger;
  },
  audit: ({ id, type, template_slug, capability_slug }) => ({
    type: 'workflow_trigger',
    id,
    details: { type, target: template_slug ?? capability_slug },
  }),
  recover: (deps, call, madeId): Promise<WorkflowTriggerRow> => ownTrigger(deps, call, { id: Number(madeId) }),
});
