import type { Capabilities } from '../capabilities/feature.ts';
import { defaultPlan, pricePlan } from '../capabilities/plan.ts';
import { PRICES } from '../capabilities/prices.ts';
import { priceOf } from '../capabilities/request.ts';
import type { Capability, OrderedStep, StepTemplate } from '../capabilities/types.ts';
import { conflict } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import { fieldOf, runningSteps } from './running-steps.ts';
import type { Source, TemplateStep, WorkflowTemplate } from './types.ts';

/** What problems of an input as a whole are under. */
const WHOLE = '';

/** Looks up capabilities. */
type Catalogue = Pick<Capabilities, 'find'>;

/** Placeholder for the text of an earlier step that does not exist yet. */
const PLACEHOLDER_TEXT = 'The text of an earlier step.';

/** A step of a template with its capability and the settings for an input. */
interface ResolvedStep {
  step: TemplateStep;
  capability: Capability;
  settings: Record<string, unknown>;
}

/** The steps and price of an execution of a template with such an input. */
export interface TemplatePlan {
  summary: string;
  /** Sum over the steps; whole credits. */
  price: number;
  steps: OrderedStep[];
}

/** Most steps of a plan: what an execution and its page are made for. */
const MAX_PLANNED_STEPS = 100;

/**
 * The capability of a step. The platform's templates use only those of the catalogue, which a test ensures; a partner's own
 * may be older than the catalogue is.
 */
export function capabilityOf(catalogue: Catalogue, { capability }: Pick<TemplateStep, 'capability'>): Capability {
  const found = catalogue.find(capability);
  if (!found) throw conflict(`The capability "${capability}" of the template is no longer in the catalogue.`);
  return found;
}

/** Slugs of the capabilities that a template needs, each once. */
export function capabilitiesOf({ steps }: WorkflowTemplate): string[] {
  return [...new Set(steps.map(({ capability }) => capability))];
}

/** Credits of all steps of a template, those with conditions too: the sum of its capabilities' estimates. */
export function estimatedCredits({ steps }: Pick<WorkflowTemplate, 'steps'>): number {
  // A partner's own template may be older than the catalogue is.
  return steps.reduce((sum, step) => sum + (PRICES[step.capability] ?? 0), 0);
}

/** Texts for the AI that were sent blank. */
export function blankInputs(
  { prompt_inputs }: Pick<WorkflowTemplate, 'prompt_inputs'>,
  input: Record<string, unknown>,
): string[] {
  return prompt_inputs.filter((name) => {
    const value = input[name];
    return typeof value === 'string' && value.trim() === '';
  });
}

/**
 * The steps of all capabilities as one plan: those of a capability follow its default plan, and start when the
 * template's earlier steps have ended. Deterministic: the same input always gives the same plan, without the AI.
 */
export function planTemplate(
  catalogue: Catalogue,
  template: Pick<WorkflowTemplate, 'name' | 'steps'>,
  input: Record<string, unknown>,
): TemplatePlan {
  const running = runningSteps(template.steps, input, (step) => capabilityOf(catalogue, step));
  const resolved = running.map((step) => resolve(catalogue, step, input));
  const plans = new Map(
    resolved.map(({ step, capability, settings }) => [
      step.key,
      inTemplate(step, defaultPlan(capability, settings).steps),
    ]),
  );
  const steps = resolved.flatMap(({ step, capability, settings }): OrderedStep[] => {
    const before = step.depends_on.flatMap((key) => resultsOf(plans.get(key) ?? []));
    const own = (plans.get(step.key) ?? []).map((planned) => ({
      ...planned,
      depends_on: planned.depends_on.length > 0 ? planned.depends_on : before,
    }));
    const feeds = sourceStepsOf(step, plans);
    return pricePlan(priceOf(capability, settings), own).map((priced) => ({
      ...priced,
      // Each step of the capability uses the texts that the template passes to it, so each depends on them.
      depends_on: [...new Set([...priced.depends_on, ...Object.values(feeds).flat()])],
      capability: capability.slug,
      settings,
      feeds,
      optional: step.optional,
    }));
  });
  return {
    summary: `${template.name}: ${resolved.map(({ capability }) => capability.name).join(', ')}.`,
    price: resolved.reduce((sum, { capability, settings }) => sum + priceOf(capability, settings), 0),
    steps,
  };
}

/**
 * Why no execution of a partner's own template can have such an input, by the fields of the input: its capabilities do not
 * take it, or what runs with it is nothing, or too much. Of the platform's templates a test ensures that there is no reason.
 */
export function planProblems(
  catalogue: Catalogue,
  steps: readonly TemplateStep[],
  input: Record<string, unknown>,
): ErrorDetails {
  const running = runningSteps(steps, input, (step) => capabilityOf(catalogue, step));
  if (running.every(({ optional }) => optional))
    return { [WHOLE]: ['No step that is not optional runs with this input.'] };
  const problems: ErrorDetails = {};
  for (const step of running) {
    const capability = capabilityOf(catalogue, step);
    const { error } = capability.settings.safeParse(givenSettings(capability, step, input), { reportInput: true });
    for (const [setting, messages] of Object.entries(error ? detailsOf(error) : {})) {
      const [name = ''] = setting.split('.');
      const source = sourceOf(step, name);
      const field = source.from === 'input' ? source.field : WHOLE;
      problems[field] = [...new Set([...(problems[field] ?? []), ...messages])];
    }
  }
  if (Object.keys(problems).length > 0) return problems;
  const planned = planTemplate(catalogue, { name: '', steps }, input).steps.length;
  return planned > MAX_PLANNED_STEPS ? { [WHOLE]: [`More than ${MAX_PLANNED_STEPS} steps run with this input.`] } : {};
}

/** Problems of an input under the name of the field that has it. */
export function problemsUnder(name: string, problems: ErrorDetails): ErrorDetails {
  return Object.fromEntries(
    Object.entries(problems).map(([field, messages]) => [field === WHOLE ? name : `${name}.${field}`, messages]),
  );
}

function resolve(catalogue: Catalogue, step: TemplateStep, input: Record<string, unknown>): ResolvedStep {
  const capability = capabilityOf(catalogue, step);
  const settings: Record<string, unknown> = capability.settings.parse(givenSettings(capability, step, input));
  for (const name of Object.keys(placeholderSettings(step))) delete settings[name];
  return { step, capability, settings };
}

/** Settings of a step as an input gives them; those without a value are left out. */
function givenSettings({ settings }: Capability, step: TemplateStep, input: Record<string, unknown>) {
  return Object.fromEntries(
    Object.keys(settings.shape)
      .map((name) => [name, sourced(step, name, input)] as const)
      .filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Where a setting comes from: the field of its name, unless the step says otherwise. */
export function sourceOf({ settings }: Pick<TemplateStep, 'settings'>, name: string): Source {
  return (Object.hasOwn(settings, name) ? settings[name] : undefined) ?? { from: 'input', field: name };
}

function sourced(step: TemplateStep, name: string, input: Record<string, unknown>): unknown {
  const source = sourceOf(step, name);
  switch (source.from) {
    case 'input':
      return fieldOf(input, source.field);
    case 'value':
      return source.value;
    case 'step':
      return PLACEHOLDER_TEXT;
    case 'nothing':
      return undefined;
  }
}

/** Settings that take the text of a step, with a placeholder until that text exists. */
function placeholderSettings({ settings }: TemplateStep): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, source]) => (source.from === 'step' ? [[name, PLACEHOLDER_TEXT]] : [])),
  );
}

/** For each such setting, the keys of the steps that it takes its text from. */
function sourceStepsOf({ settings }: TemplateStep, plans: ReadonlyMap<string, readonly StepTemplate[]>) {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, source]) =>
      source.from === 'step' ? [[name, deliveredBy(plans.get(source.step) ?? [])]] : [],
    ),
  );
}

/** A capability's steps with keys and titles that are unique within the template. */
function inTemplate(step: TemplateStep, planned: readonly StepTemplate[]): StepTemplate[] {
  const own = step.plan_key ?? step.key;
  if (planned.length === 1) return planned.map((only) => ({ ...only, key: own, title: step.title }));
  const keyOf = (key: string) => `${own}.${key}`;
  return planned.map((inner) => ({
    ...inner,
    key: keyOf(inner.key),
    title: `${step.title}: ${inner.title}`,
    depends_on: inner.depends_on.map(keyOf),
  }));
}

/** Steps with a deliverable. */
function deliveredBy(steps: readonly StepTemplate[]): string[] {
  return steps.filter(({ deliverable }) => deliverable !== null).map(({ key }) => key);
}

/**
 * The steps that must end before a capability has ended: its deliverables, and steps that no other of its steps waits
 * for.
 */
function resultsOf(steps: readonly StepTemplate[]): string[] {
  const needed = new Set(steps.flatMap(({ depends_on }) => depends_on));
  return steps.filter(({ key, deliverable }) => deliverable !== null || !needed.has(key)).map(({ key }) => key);
}
