import { z } from 'zod';
import { blankPrompts, namedCapability, requirePrompts } from '../capabilities/request.ts';
import type { Capability } from '../capabilities/types.ts';
import { requireReferences, resolveReferencedRecords } from '../executions/accept.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import { isCapabilitySlug } from '../kernel/capability-slugs.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { ownedBy } from '../kernel/ownership.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import { references } from '../kernel/references.ts';
import { jsonObject } from '../kernel/schema.ts';
import { findTemplate } from '../workflow-templates/catalogue/index.ts';
import { blankInputs, capabilitiesOf } from '../workflow-templates/plan.ts';
import { getTemplateBySlug } from '../workflow-templates/schema.ts';
import { type createTriggerBody, targetBody, triggerProblems } from './schema.ts';
import { findTrigger } from './store.ts';
import type { WorkflowTriggerRow } from './table.ts';

/** The caller's trigger; 404 when there is none, 403 when it is another partner's. */
export async function ownTrigger(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<WorkflowTriggerRow> {
  return ownedBy(call, 'Workflow trigger', await findTrigger(deps.db, id), (trigger) => trigger.partner_id);
}

/** Throws FORBIDDEN when a sandbox key would change or run a trigger of production. */
export function requireSameMode(call: Call, { sandbox }: Pick<WorkflowTriggerRow, 'sandbox'>): void {
  if (isSandbox(call) && !sandbox)
    throw new AppError('FORBIDDEN', 'A sandbox key runs and changes triggers of sandbox keys only.');
}

/** What a trigger executes. */
export type Target = Pick<WorkflowTriggerRow, 'template_slug' | 'capability_slug'>;

const naming = z.object({ target: targetBody });

/**
 * The target in a body, regardless of its other fields; both null if it has none. An unknown one is a 404, as in a
 * path.
 */
export function targetIn(deps: Pick<Deps, 'capabilities'>, raw: unknown): Target {
  const { template_slug = null, capability_slug = null } = naming.safeParse(raw).data?.target ?? {};
  if (template_slug !== null) getTemplateBySlug(template_slug);
  if (capability_slug !== null) namedCapability(deps, capability_slug);
  return { template_slug, capability_slug };
}

/** The columns of the event of a body. No conditions are null, as in rows that are older than conditions. */
export function eventFields(
  event: z.output<typeof createTriggerBody>['event'],
): Pick<WorkflowTriggerRow, 'event_name' | 'filter' | 'conditions'> {
  if (!event) return { event_name: null, filter: null, conditions: null };
  const { name, filter, conditions } = event;
  return { event_name: name, filter, conditions: conditions.length > 0 ? conditions : null };
}

/** What a trigger's input is made of; undefined where its target is no longer in a catalogue. */
export function settingsOfTarget(
  capabilities: Pick<Deps['capabilities'], 'find'>,
  { template_slug, capability_slug }: Target,
): Capability['settings'] | undefined {
  if (capability_slug !== null) return capabilities.find(capability_slug)?.settings;
  return template_slug === null ? undefined : findTemplate(template_slug)?.input;
}

/** Slugs of the capabilities that a trigger spends credits on; none when its target is no longer in a catalogue. */
export function capabilitiesOfTarget({ template_slug, capability_slug }: Target): string[] {
  if (capability_slug !== null) return isCapabilitySlug(capability_slug) ? [capability_slug] : [];
  const template = template_slug === null ? undefined : findTemplate(template_slug);
  return template ? capabilitiesOf(template) : [];
}

/**
 * Errors in a body beyond its schema: in the combination of its fields, and in the input, which is validated as its
 * executions will be, so that errors show now and not at night.
 */
export async function checkTrigger(deps: Deps, raw: unknown, target: Target): Promise<ErrorDetails> {
  const schema = inputSchema(deps, target);
  const { error } = z.object({ input: schema.prefault({}) }).safeParse(raw, { reportInput: true });
  return { ...(error && detailsOf(error)), ...triggerProblems(deps.clock.now(), raw) };
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
  { given, isChanged }: { given: Record<string, unknown>; isChanged: boolean },
): Promise<void> {
  const { template_slug, capability_slug } = target;
  const input = inputSchema(deps, target).parse(given);
  if (template_slug !== null) requirePrompts(blankInputs(getTemplateBySlug(template_slug), input), 'input');
  if (capability_slug === null) return;
  const capability = namedCapability(deps, capability_slug);
  if (isChanged) await resolveReferencedRecords(deps, call, { capability, settings: input, context: {} });
  requirePrompts(blankPrompts(capability, input), 'input');
}

/** The records that a body's `input` references. */
export const referencesInInput = references({ input: jsonObject() }, (deps, call, { input }, target: Target) =>
  requireReferences(deps, call, { settings: input }, deps.capabilities.find(target.capability_slug ?? '')),
);

function inputSchema(deps: Deps, { template_slug, capability_slug }: Target): z.ZodObject {
  if (template_slug !== null) return getTemplateBySlug(template_slug).input;
  return capability_slug === null ? z.object({}) : namedCapability(deps, capability_slug).settings;
}
