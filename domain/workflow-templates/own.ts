import type { Capability } from '../capabilities/types.ts';
import type { DefinedStep, Definition } from './definition.ts';
import { inputOf, inputSchemaOf } from './fields.ts';
import type { DefinedTemplate } from './table.ts';
import type { PartnerTemplate, Source, TemplateStep } from './types.ts';

/** A partner's own template in the form of the platform's. Its input is compiled when it is first needed. */
export function templateOf(row: DefinedTemplate): PartnerTemplate {
  const { id, slug, name, description, category, version, definition } = row;
  let compiled: Capability['settings'] | undefined;
  return {
    slug,
    name,
    description,
    category,
    get input() {
      compiled ??= inputOf(definition.input);
      return compiled;
    },
    prompt_inputs: promptInputs(definition),
    steps: stepsOf(definition),
    example: definition.example,
    own: { id, version, input_schema: inputSchemaOf(definition.input) },
  };
}

/** Required texts: a blank one is a failed precondition, as in the platform's templates. */
function promptInputs({ input }: Definition): string[] {
  return input
    .filter(({ type, format = 'text', required }) => required && type === 'string' && format === 'text')
    .map(({ name }) => name);
}

/**
 * The steps of a definition. In plans their keys are made of their capabilities, since operators read those keys, and the
 * partner's words are not for them.
 */
export function stepsOf({ steps }: Pick<Definition, 'steps'>): TemplateStep[] {
  const used = new Map<string, number>();
  return steps.map(({ settings, ...step }) => {
    const nth = (used.get(step.capability) ?? 0) + 1;
    used.set(step.capability, nth);
    return {
      ...step,
      settings: Object.fromEntries(Object.entries(settings).map(([name, source]) => [name, sourceFrom(source)])),
      plan_key: nth === 1 ? step.capability : `${step.capability}_${nth}`,
    };
  });
}

function sourceFrom({ input, step, value }: DefinedStep['settings'][string]): Source {
  if (input !== undefined) return { from: 'input', field: input };
  if (step !== undefined) return { from: 'step', step };
  return value === undefined ? { from: 'nothing' } : { from: 'value', value };
}
