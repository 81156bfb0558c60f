import type { Capabilities } from '../capabilities/feature.ts';
import { defaultPlan, pricePlan } from '../capabilities/plan.ts';
import { PRICES } from '../capabilities/prices.ts';
import { priceOf } from '../capabilities/request.ts';
import type { Capability, OrderedStep, StepTemplate } from '../capabilities/types.ts';
import type { TemplateStep, WorkflowTemplate } from './types.ts';

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

/** The capability of a step; templates use only those of the catalogue, which a test ensures. */
export function capabilityOf(catalogue: Catalogue, { capability }: TemplateStep): Capability {
  const found = catalogue.find(capability);
  if (!found) throw new Error(`The capability ${capability} is not in the catalogue.`);
  return found;
}

/** Slugs of the capabilities that a template needs, each once. */
export function capabilitiesOf({ steps }: WorkflowTemplate): string[] {
  return [...new Set(steps.map(({ capability }) => capability))];
}

/** Fewest credits that a template costs: the sum of its capabilities' estimates. */
export function estimatedCredits({ steps }: WorkflowTemplate): number {
  return steps.reduce((sum, step) => sum + PRICES[step.capability], 0);
}

/** Texts for the AI that were sent blank. */
export function blankInputs({ prompt_inputs }: WorkflowTemplate, input: Record<string, unknown>): string[] {
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
  template: WorkflowTemplate,
  input: Record<string, unknown>,
): TemplatePlan {
  const resolved = template.steps.map((step) => resolve(catalogue, step, input));
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

function resolve(catalogue: Catalogue, step: TemplateStep, input: Record<string, unknown>): ResolvedStep {
  const capability = capabilityOf(catalogue, step);
  const given = Object.fromEntries(
    Object.keys(capability.settings.shape)
      .map((name) => [name, sourced(step, name, input)] as const)
      .filter(([, value]) => value !== undefined && value !== null),
  );
  const settings: Record<string, unknown> = capability.settings.parse(given);
  for (const name of Object.keys(placeholderSettings(step))) delete settings[name];
  return { step, capability, settings };
}

function sourced({ settings }: TemplateStep, name: string, input: Record<string, unknown>): unknown {
  const source = settings[name] ?? { from: 'input', field: name };
  switch (source.from) {
    case 'input':
      return input[source.field];
    case 'value':
      return source.value;
    case 'step':
      return PLACEHOLDER_TEXT;
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
  if (planned.length === 1) return planned.map((only) => ({ ...only, key: step.key, title: step.title }));
  const keyOf = (key: string) => `${step.key}.${key}`;
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
