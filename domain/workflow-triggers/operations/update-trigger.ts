import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { requirePeople } from '../../content-items/people.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { detailsOf } from '../../kernel/invoke.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { operation } from '../../kernel/operation.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { creatorOf, findCreator } from '../creator.ts';
import { nextFireAt, syncSchedule } from '../schedule.ts';
import { createTriggerBody, triggerParams, updateTriggerBody } from '../schema.ts';
import { lockTrigger, resumed, shownAt, updateTrigger as updateRow } from '../store.ts';
import type { WorkflowTriggerRow } from '../table.ts';
import {
  capabilitiesOfTarget,
  checkTrigger,
  eventFields,
  holdTarget,
  ownTrigger,
  referencesInBody,
  requireInput,
  type TargetedTrigger,
  targetIn,
  targetOf,
} from '../target.ts';

/**
 * Changes what is sent of a trigger; the whole is validated like a new one. It keeps the authority of its creator. If
 * the credential has ended and the trigger is switched on, it continues with that of the caller.
 */
export const updateTrigger = operation({
  name: 'workflow_triggers.update',
  permission: 'manage_content',
  params: triggerParams,
  target: changedTrigger,
  capability: ({ executes }) => capabilitiesOfTarget(executes),
  references: (deps, call, raw, { executes }) => referencesInBody(deps, call, raw, executes),
  input: updateTriggerBody,
  checkInput: (deps, raw, { trigger }) => problemsOf(deps, trigger, merged(trigger, raw)),
  prepare: async (deps, call, input, { trigger, executes }) => {
    requireSameMode(call, trigger);
    const isChanged = (input.input ?? input.target) !== undefined;
    const mapping = input.event?.mapping ?? trigger.mapping ?? {};
    await requireInput(deps, call, executes, { given: input.input ?? trigger.input, mapping, isChanged });
  },
  lock: (tx, _call, { trigger }) => lockTrigger(tx.em, trigger.id, trigger.row_key),
  async change(tx, { deps, call, input, target: { trigger, executes } }): Promise<WorkflowTriggerRow> {
    await requirePeople(tx.em, call, input);
    // Locked, so that concurrent updates see each other's result.
    const before = await lockTrigger(tx.em, trigger.id, trigger.row_key);
    if (!before) throw notFound('Workflow trigger');
    if (input.target) await holdTarget(tx, before.partner_id, executes);
    const body = merged(before, input);
    const problems = await problemsOf(deps, before, body);
    if (Object.keys(problems).length > 0) throw invalid(problems);
    const after = fieldsOf(createTriggerBody.parse(body));
    const changes = Object.entries(after).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof typeof after]),
    );
    if (changes.length === 0) {
      tx.unchanged();
      return shownAt(tx.now, before);
    }
    const { active, cron, timezone } = after;
    const isRetimed = active !== before.active || cron !== before.cron || timezone !== before.timezone;
    const isSwitchedOn = active && !before.active;
    const ended = isSwitchedOn && (await findCreator(tx.em, tx.now, before)) === 'ended';
    const changed = await updateRow(tx.em, tx.now, before.id, {
      ...Object.fromEntries(changes),
      ...(isRetimed && { next_fire_at: nextFireAt(after, tx.now), checked_at: tx.now }),
      ...((active || before.pause_reason === 'schedule_refused') && isRetimed && { pause_reason: null }),
      ...(isSwitchedOn && { ...resumed(tx.now), pause_reason: null }),
      ...(ended && creatorOf(call)),
    });
    // The Schedule of one that fires on events from now on is deleted.
    syncSchedule(tx, changed.type === 'schedule' ? changed : before);
    return shownAt(tx.now, changed);
  },
  audit: ({ id }, { input }) => ({ type: 'workflow_trigger', id, details: { fields: Object.keys(input) } }),
});

/** The trigger, and what it will execute. */
async function changedTrigger(deps: Deps, call: Call, params: { id: number }, raw: unknown): Promise<TargetedTrigger> {
  const trigger = await ownTrigger(deps, call, params);
  const named = await targetIn(deps, trigger.partner_id, raw);
  const isNamed = named.template_slug !== null || named.capability_slug !== null;
  return { trigger, executes: isNamed ? named : await targetOf(deps, trigger) };
}

const sentFields = z.object({ type: z.unknown(), schedule: z.unknown(), event: z.unknown() }).partial();

/** The body of a new trigger with what is sent and otherwise what the trigger has. */
function merged(trigger: WorkflowTriggerRow, sent: unknown): Record<string, unknown> {
  const { template_slug, capability_slug, name, type, cron, timezone, event_name, filter, input, active } = trigger;
  const { max_runs_per_day, max_credits_per_day, pause_after_failures, conditions, mapping, assignee_id, reviewer_id } =
    trigger;
  const given = z.looseObject({}).safeParse(sent).data ?? {};
  const { type: newType = type, ...times } = sentFields.parse(given);
  const schedule = type === 'schedule' && newType === type ? { cron, timezone } : null;
  const event =
    type === 'event' && newType === type
      ? { name: event_name, filter, conditions: conditions ?? [], mapping: mapping ?? {} }
      : null;
  return {
    name,
    target: template_slug === null ? { capability_slug } : { template_slug },
    type,
    input,
    active,
    max_runs_per_day,
    max_credits_per_day,
    pause_after_failures,
    assignee_id,
    reviewer_id,
    ...given,
    ...(given['input'] === null && { input: {} }),
    schedule: mergedPart(schedule, times.schedule),
    event: mergedPart(event, times.event),
  };
}

function mergedPart(before: object | null, sent: unknown): unknown {
  if (sent === undefined) return before;
  return isJsonObject(sent) ? { ...before, ...sent } : sent;
}

async function problemsOf(
  deps: Deps,
  { partner_id }: WorkflowTriggerRow,
  body: Record<string, unknown>,
): Promise<ErrorDetails> {
  const { error } = createTriggerBody.safeParse(body, { reportInput: true });
  return {
    ...(await checkTrigger(deps, body, await targetIn(deps, partner_id, body))),
    ...(error && detailsOf(error)),
  };
}

function fieldsOf({ name, target, type, schedule, event, input, active, ...rest }: z.output<typeof createTriggerBody>) {
  return {
    ...rest,
    name,
    template_slug: target.template_slug ?? null,
    capability_slug: target.capability_slug ?? null,
    type,
    cron: schedule?.cron ?? null,
    timezone: schedule?.timezone ?? null,
    ...eventFields(event),
    input,
    active,
  };
}
