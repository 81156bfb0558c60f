import { z } from 'zod';
import { blankPrompts, namedCapability, requirePrompts, settingsSchema } from '../capabilities/request.ts';
import type { Capability } from '../capabilities/types.ts';
import { namedPeople } from '../content-items/people.ts';
import { requireReferences, resolveReferencedRecords } from '../executions/accept.ts';
import type { Call } from '../kernel/call.ts';
import { isCapabilitySlug } from '../kernel/capability-slugs.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { ownedBy } from '../kernel/ownership.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import { type References, references } from '../kernel/references.ts';
import { jsonObject } from '../kernel/schema.ts';
import { blankInputs, capabilitiesOf, planProblems, problemsUnder } from '../workflow-templates/plan.ts';
import { findTemplateOf, getTemplateBySlug } from '../workflow-templates/schema.ts';
import { holdTemplate } from '../workflow-templates/store.ts';
import type { WorkflowTemplate } from '../workflow-templates/types.ts';
import { eventValueSchema } from './event-values.ts';
import { mappingProblems } from './mapping.ts';
import { createTriggerBody, targetBody, triggerProblems } from './schema.ts';
import { findTrigger } from './store.ts';
import type { EventMapping, WorkflowTriggerRow } from './table.ts';

/** The caller's trigger; 404 when there is none, 403 when it is another partner's. */
export async function ownTrigger(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<WorkflowTriggerRow> {
  return ownedBy(call, 'Workflow trigger', await findTrigger(deps.db, id), (trigger) => trigger.partner_id);
}

/** What a trigger executes. */
export interface Target extends Pick<WorkflowTriggerRow, 'template_slug' | 'capability_slug'> {
  /** The template as it is now; null where it names a capability, or a template that is gone. */
  template: WorkflowTemplate | null;
}

/** A trigger, and what it executes. */
export interface TargetedTrigger {
  trigger: WorkflowTriggerRow;
  executes: Target;
}

/** The same as `ownTrigger`, with what the trigger executes. */
export async function ownTargetedTrigger(
  deps: Pick<Deps, 'db'>,
  call: Call,
  params: { id: number },
): Promise<TargetedTrigger> {
  const trigger = await ownTrigger(deps, call, params);
  return { trigger, executes: await targetOf(deps, trigger) };
}

/** What a trigger executes. */
export async function targetOf(
  { db }: Pick<Deps, 'db'>,
  { partner_id, template_slug, capability_slug }: WorkflowTriggerRow,
): Promise<Target> {
  const template = template_slug === null ? undefined : await findTemplateOf(db, partner_id, template_slug);
  return { template_slug, capability_slug, template: template ?? null };
}

/** Keeps a template of the partner's own from being deleted until a trigger names it. Throws NOT_FOUND when it is gone. */
export async function holdTarget({ em }: Pick<Tx, 'em'>, partnerId: number, { template }: Target): Promise<void> {
  if (template?.own && !(await holdTemplate(em, partnerId, template.own.id))) throw notFound('Workflow template');
}

const naming = z.object({ target: targetBody });

/**
 * The target in a body, regardless of its other fields; both null if it has none. An unknown one is a 404, as in a
 * path.
 */
export async function targetIn(
  deps: Pick<Deps, 'db' | 'capabilities'>,
  partnerId: number,
  raw: unknown,
): Promise<Target> {
  const { template_slug = null, capability_slug = null } = naming.safeParse(raw).data?.target ?? {};
  const template = template_slug === null ? null : await getTemplateBySlug(deps.db, partnerId, template_slug);
  if (capability_slug !== null) namedCapability(deps, capability_slug);
  return { template_slug, capability_slug, template };
}

/** The columns of the event of a body. No conditions and no mapping are null, as in rows that are older than they. */
export function eventFields(
  event: z.output<typeof createTriggerBody>['event'],
): Pick<WorkflowTriggerRow, 'event_name' | 'filter' | 'conditions' | 'mapping'> {
  if (!event) return { event_name: null, filter: null, conditions: null, mapping: null };
  const { name, filter, conditions, mapping } = event;
  return {
    event_name: name,
    filter,
    conditions: conditions.length > 0 ? conditions : null,
    mapping: Object.keys(mapping).length > 0 ? mapping : null,
  };
}

/** What a trigger's input is made of; undefined where its target is no longer in a catalogue. */
export function settingsOfTarget(
  capabilities: Pick<Deps['capabilities'], 'find'>,
  { template, capability_slug }: Target,
): Capability['settings'] | undefined {
  if (capability_slug !== null) return capabilities.find(capability_slug)?.settings;
  return template?.input;
}

/** Slugs of the capabilities that a trigger spends credits on; none when its target is no longer in a catalogue. */
export function capabilitiesOfTarget({ template, capability_slug }: Target): string[] {
  if (capability_slug !== null) return isCapabilitySlug(capability_slug) ? [capability_slug] : [];
  return template ? capabilitiesOf(template) : [];
}

/**
 * Errors in a body beyond its schema: in the combination of its fields, and in the input, which is validated as its
 * executions will be, so that errors show now and not at night.
 */
export async function checkTrigger(deps: Deps, raw: unknown, target: Target): Promise<ErrorDetails> {
  const whole = inputSchema(deps, target);
  const { name, mapping } = eventIn(raw);
  const { error } = z
    .object({ input: withoutMapped(whole, mapping).prefault({}) })
    .safeParse(raw, { reportInput: true });
  const event = eventValueSchema(name);
  return {
    ...(error && detailsOf(error)),
    ...(event && mappingProblems(mapping, { event, settings: settingsSchema({ settings: whole }) })),
    ...doublyGiven(raw, mapping),
    ...triggerProblems(deps.clock.now(), raw),
  };
}

const mapped = z.object({ event: createTriggerBody.shape.event });

/** The event of a body with its mapping; nothing where that is not valid, which its schema says. */
function eventIn(raw: unknown): { name: string; mapping: EventMapping } {
  return mapped.safeParse(raw).data?.event ?? { name: '', mapping: {} };
}

/** What is to be given of a target's input beside what the event gives. */
function withoutMapped(schema: z.ZodObject, mapping: EventMapping): z.ZodObject {
  const kept = Object.entries(schema.shape).filter(([name]) => !Object.hasOwn(mapping, name));
  return kept.length === Object.keys(schema.shape).length ? schema : z.object(Object.fromEntries(kept));
}

const given = z.object({ input: jsonObject() });

/** Else nobody would know which of the two values an execution has. */
function doublyGiven(raw: unknown, mapping: EventMapping): ErrorDetails {
  const input = given.safeParse(raw).data?.input ?? {};
  const both = Object.keys(mapping).filter((name) => Object.hasOwn(input, name));
  return Object.fromEntries(both.map((name) => [`input.${name}`, ['Must be left out: it is taken from the event.']]));
}

/**
 * Throws PRECONDITION_FAILED when a text for the AI is blank. With `isChanged`, the records that the settings reference are
 * looked up first, as each execution will: throws NOT_FOUND and FORBIDDEN for a record, FORBIDDEN for a text that the plan
 * does not include. Templates use no capability whose settings reference records.
 */
export async function requireInput(
  deps: Deps,
  call: Call,
  target: Target,
  { given, mapping, isChanged }: { given: Record<string, unknown>; mapping: EventMapping; isChanged: boolean },
): Promise<void> {
  const { template, capability_slug } = target;
  const input = withoutMapped(inputSchema(deps, target), mapping).parse(given);
  if (template) requirePrompts(blankInputs(template, input), 'input');
  // With a mapping, what runs is known only when the event is.
  const problems =
    template?.own && Object.keys(mapping).length === 0
      ? problemsUnder('input', planProblems(deps.capabilities, template.steps, input))
      : {};
  if (Object.keys(problems).length > 0) throw invalid(problems);
  if (capability_slug === null) return;
  const capability = namedCapability(deps, capability_slug);
  if (isChanged) await resolveReferencedRecords(deps, call, { capability, settings: input, context: {} });
  requirePrompts(blankPrompts(capability, input), 'input');
}

/** The records that a body's `input` references, and the people whom it names. */
export const referencesInBody: References<Target> = async (deps, call, raw, target) => {
  await referencesInInput(deps, call, raw, target);
  await namedPeople(deps, call, raw, undefined);
};

const referencesInInput = references({ input: jsonObject() }, (deps, call, { input }, target: Target) =>
  requireReferences(deps, call, { settings: input }, deps.capabilities.find(target.capability_slug ?? '')),
);

function inputSchema(deps: Deps, { template, capability_slug }: Target): z.ZodObject {
  if (template) return template.input;
  return capability_slug === null ? z.object({}) : namedCapability(deps, capability_slug).settings;
}
