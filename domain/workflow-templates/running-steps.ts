import { requiredSettings } from '../capabilities/request.ts';
import type { Capability } from '../capabilities/types.ts';
import { holds } from '../kernel/conditions.ts';
import type { TemplateStep } from './types.ts';

/**
 * The steps that run with an input, each after those that it depends on. A step whose condition does not hold is left out;
 * so is one that requires the text of a step that is. What else depended on a step that is left out goes on without its
 * result.
 */
export function runningSteps(
  steps: readonly TemplateStep[],
  input: Readonly<Record<string, unknown>>,
  capabilityOf: (step: TemplateStep) => Pick<Capability, 'settings'>,
): TemplateStep[] {
  if (steps.every(({ when = [] }) => when.length === 0)) return [...steps];
  const keys = new Set<string>();
  const running = steps.filter((step) => {
    const isMet = (step.when ?? []).every((condition) => holds(condition, fieldOf(input, condition.field)));
    if (!isMet || !requiredSources(step, capabilityOf(step)).every((key) => keys.has(key))) return false;
    keys.add(step.key);
    return true;
  });
  return running.map((step) => (step.depends_on.every((key) => keys.has(key)) ? step : without(step, keys)));
}

/** A field of an input; undefined where it was left out. */
export function fieldOf(input: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(input, name) ? input[name] : undefined;
}

/** Steps whose texts a step cannot do without. */
function requiredSources({ settings }: TemplateStep, capability: Pick<Capability, 'settings'>): string[] {
  const required = requiredSettings(capability);
  return Object.entries(settings).flatMap(([name, source]) =>
    source.from === 'step' && required.includes(name) ? [source.step] : [],
  );
}

function without(step: TemplateStep, keys: ReadonlySet<string>): TemplateStep {
  const settings = Object.entries(step.settings).filter(
    ([, source]) => source.from !== 'step' || keys.has(source.step),
  );
  const given = Object.fromEntries(settings);
  const lost = Object.keys(step.settings).filter((name) => !Object.hasOwn(given, name));
  return {
    ...step,
    depends_on: step.depends_on.filter((key) => keys.has(key)),
    settings: { ...given, ...Object.fromEntries(lost.map((name) => [name, { from: 'nothing' } as const])) },
  };
}
