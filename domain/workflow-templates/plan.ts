import type { Capabilities } from '../capabilities/feature.ts';
import { defaultPlan, pricePlan } from '../capabilities/plan.ts';
import { PRICES } from '../capabilities/prices.ts';
import { priceOf } from '../capabilities/settings.ts';
import type { Capability, OrderedStep, StepTemplate } from '../capabilities/types.ts';
import type { TemplateStep, WorkflowTemplate } from './types.ts';

/** Where capabilities are looked up. */
type Catalogue = Pick<Capabilities, 'find'>;

/** Stands for the text of an earlier step until there is one. */
const TO_COME = 'The text of an earlier step.';

/** A step of a template with its capability and the settings that an input gives it. */
interface SettledStep {
  step: TemplateStep;
  capability: Capability;
  settings: Record<string, unknown>;
}

/** What an execution of a template with such an input consists of. */
export interface TemplatePlan {
  summary: string;
  /** Sum over the steps; whole credits. */
  price: number;
  steps: OrderedStep[];
}

/** The capability of a step; templates name only those of the catalogue, which a test holds. */
export function capabilityOf(catalogue: Catalogue, { capability }: TemplateStep): Capability {
  const found = catalogue.find(capability);
  if (!found) throw new Error(`The capability ${capability} is not in the catalogue.`);
  return found;
}

/** Slugs of the capabilities that a template needs, each once. */
export function capabilitiesOf({ steps }: WorkflowTemplate): string[] {
  return [...new Set(steps.map(({ capability }) => capability))];
}

/** Credits that a template costs at least: the sum of its capabilities' estimates. */
export function estimatedCredits({ steps }: WorkflowTemplate): number {
  return steps.reduce((sum, step) => sum + PRICES[step.capability], 0);
}

/** Texts that were sent blank although they ask the AI something. */
export function blankInputs({ prompt_inputs }: WorkflowTemplate, input: Record<string, unknown>): string[] {
  return prompt_inputs.filter((name) => {
    const value = input[name];
    return typeof value === 'string' && value.trim() === '';
  });
}

/**
 * The steps of all capabilities as one plan: those of a capability follow its default plan, and begin when the steps that the template
 * puts before them have ended. The same input gives the same plan, so that nothing is left to be asked of the AI.
 */
export function planTemplate(
  catalogue: Catalogue,
  template: WorkflowTemplate,
  input: Record<string, unknown>,
): TemplatePlan {
  const settled = template.steps.map((step) => settle(catalogue, step, input));
  const plans = new Map(
    settled.map(({ step, capability, settings }) => [
      step.key,
      inTemplate(step, defaultPlan(capability, settings).steps),
    ]),
  );
  const steps = settled.flatMap(({ step, capability, settings }): OrderedStep[] => {
    const before = step.depends_on.flatMap((key) => resultsOf(plans.get(key) ?? []));
    const own = (plans.get(step.key) ?? []).map((planned) => ({
      ...planned,
      depends_on: planned.depends_on.length > 0 ? planned.depends_on : before,
    }));
    const feeds = feedsOf(step, plans);
    return pricePlan(priceOf(capability, settings), own).map((priced) => ({
      ...priced,
      // Each step of the capability works with what is fed to it, so each waits for it.
      depends_on: [...new Set([...priced.depends_on, ...Object.values(feeds).flat()])],
      capability: capability.slug,
      settings,
      feeds,
      optional: step.optional,
    }));
  });
  return {
    summary: `${template.name}: ${settled.map(({ capability }) => capability.name).join(', ')}.`,
    price: settled.reduce((sum, { capability, settings }) => sum + priceOf(capability, settings), 0),
    steps,
  };
}

function settle(catalogue: Catalogue, step: TemplateStep, input: Record<string, unknown>): SettledStep {
  const capability = capabilityOf(catalogue, step);
  const given = Object.fromEntries(
    Object.keys(capability.settings.shape)
      .map((name) => [name, sourced(step, name, input)] as const)
      .filter(([, value]) => value !== undefined && value !== null),
  );
  const settings: Record<string, unknown> = capability.settings.parse(given);
  for (const name of Object.keys(fed(step))) delete settings[name];
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
      return TO_COME;
  }
}

/** Settings that take the text of a step, as long as there is none. */
function fed({ settings }: TemplateStep): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, source]) => (source.from === 'step' ? [[name, TO_COME]] : [])),
  );
}

/** The keys of steps whose text each fed setting takes. */
function feedsOf({ settings }: TemplateStep, plans: ReadonlyMap<string, readonly StepTemplate[]>) {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, source]) =>
      source.from === 'step' ? [[name, deliveredBy(plans.get(source.step) ?? [])]] : [],
    ),
  );
}

/** A capability's steps under keys and titles that tell them from those of the others. */
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

/** Steps that leave something behind. */
function deliveredBy(steps: readonly StepTemplate[]): string[] {
  return steps.filter(({ deliverable }) => deliverable !== null).map(({ key }) => key);
}

/** What has to have ended for a capability to have ended: what it delivers, and what nothing of its own waits for. */
function resultsOf(steps: readonly StepTemplate[]): string[] {
  const needed = new Set(steps.flatMap(({ depends_on }) => depends_on));
  return steps.filter(({ key, deliverable }) => deliverable !== null || !needed.has(key)).map(({ key }) => key);
}
