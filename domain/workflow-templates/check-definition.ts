import type { z } from 'zod';
import type { Capabilities } from '../capabilities/feature.ts';
import { requiredSettings } from '../capabilities/request.ts';
import type { Capability } from '../capabilities/types.ts';
import { invalid } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { type ErrorDetails, Problems } from '../kernel/problems.ts';
import { type Definition, type Field, KNOWN_NAMES, MAX_DEFINITION_BYTES } from './definition.ts';
import { edgesOf, inputOf, valueSchemaOf } from './fields.ts';
import { stepsOf } from './own.ts';
import { blankInputs, planProblems, problemsUnder, sourceOf } from './plan.ts';
import type { TemplateStep } from './types.ts';

type Catalogue = Pick<Capabilities, 'find'>;

/** A text as a step may make it: what is cut for the setting is still a paragraph. */
const LONG_TEXT = 'x'.repeat(1_000);

/**
 * Errors in a definition beyond its schema, by dotted path: the checks that the platform's own templates pass in their test.
 * What a field may have at the edges of its limits is tried against the settings of the capabilities, and so is the example.
 */
export function definitionProblems(catalogue: Catalogue, definition: Definition): ErrorDetails {
  const problems = new Problems();
  const fields = new Map(
    definition.input.map((field): [string, KnownField] => [field.name, { field, takes: takenBy(field) }]),
  );
  checkNames(definition, problems);
  const steps = stepsOf(definition);
  for (const [index, step] of steps.entries())
    checkStep(catalogue, { step, path: `steps.${index}`, before: steps.slice(0, index), fields }, problems);
  if (steps.every(({ optional }) => optional)) problems.add('steps', 'Must have a step that is not optional.');
  checkUse(catalogue, definition, steps, problems);
  // What is tried with the example takes a definition that is whole.
  if (problems.details() === undefined) problems.addAll(exampleProblems(catalogue, definition, steps));
  return problems.details() ?? {};
}

/** What a template takes of the partner's room. */
interface Sized extends Definition {
  name: string;
  description: string;
}

/** Size of a template as JSON, bytes. Throws VALIDATION_ERROR where it has more than one may have. */
export function sizeOf({ name, description, input, steps, example }: Sized): number {
  const bytes = Buffer.byteLength(JSON.stringify({ name, description, input, steps, example }));
  if (bytes > MAX_DEFINITION_BYTES)
    throw invalid({ body: [`Must be at most ${MAX_DEFINITION_BYTES} bytes of JSON with all its parts.`] });
  return bytes;
}

const UNKNOWN = 'Is not a part of a definition.';

/** Names in a body that no part of a definition has: a condition with a typing error would hold always. */
export function unknownNames(raw: unknown): ErrorDetails {
  const problems = new Problems();
  for (const [part, known] of [
    ['input', KNOWN_NAMES.input],
    ['steps', KNOWN_NAMES.steps],
  ] as const) {
    for (const [index, entry] of listIn(raw, part).entries()) {
      problems.addUnknown(entry, known, `${part}.${index}`, UNKNOWN);
      for (const [nth, condition] of listIn(entry, 'when').entries())
        problems.addUnknown(condition, KNOWN_NAMES.when, `${part}.${index}.when.${nth}`, UNKNOWN);
    }
  }
  return problems.details() ?? {};
}

function listIn(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  const list: unknown = Reflect.get(value, name);
  return Array.isArray(list) ? list : [];
}

function checkNames({ input, steps }: Definition, problems: Problems): void {
  const names = input.map(({ name }) => name);
  const keys = steps.map(({ key }) => key);
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index) problems.add(`input.${index}.name`, 'Must not be named twice.');
  for (const [index, key] of keys.entries())
    if (keys.indexOf(key) < index) problems.add(`steps.${index}.key`, 'Must not be named twice.');
}

/** A field, and whether it can have a value: asked of each value of each condition, which may be ten thousand. */
interface KnownField {
  field: Field;
  takes(value: unknown): boolean;
}

function takenBy(field: Field): KnownField['takes'] {
  const schema = valueSchemaOf(field);
  return (value) => schema.safeParse(value).data === value;
}

/** A step, and what it can refer to. */
interface Place {
  step: TemplateStep;
  path: string;
  before: readonly TemplateStep[];
  fields: ReadonlyMap<string, KnownField>;
}

function checkStep(catalogue: Catalogue, place: Place, problems: Problems): void {
  const { step, path, before } = place;
  for (const [index, key] of step.depends_on.entries()) {
    const earlier = before.find((other) => other.key === key);
    if (!earlier) problems.add(`${path}.depends_on.${index}`, 'Must be the key of a step before it.');
    else if (earlier.optional && !step.optional)
      problems.add(`${path}.depends_on.${index}`, 'Must not be optional, since this step is not.');
  }
  for (const [index, condition] of (step.when ?? []).entries())
    checkCondition(`${path}.when.${index}`, condition, place.fields, problems);
  const capability = catalogue.find(step.capability);
  if (!capability || !isForTemplates(capability)) {
    problems.add(`${path}.capability`, 'Cannot be a step of a template: its settings name records.');
    return;
  }
  for (const name of Object.keys(step.settings))
    if (!Object.hasOwn(capability.settings.shape, name))
      problems.add(`${path}.settings.${name}`, 'Must be the name of a setting.');
  for (const [name, schema] of Object.entries(capability.settings.shape)) {
    const problem = settingProblem(place, capability, name, schema as z.ZodType);
    if (problem !== null) problems.add(`${path}.settings.${name}`, problem);
  }
}

/**
 * Whether a template can have a capability as a step: its settings name no records, which executions of templates do not look
 * up, and its price is the same whatever texts it is given.
 */
function isForTemplates({ knowledge, price, blank_prompts, settings }: Capability): boolean {
  if (knowledge !== undefined || price !== undefined || blank_prompts !== undefined) return false;
  return !Object.keys(settings.shape).some((name) => /_ids?$/.test(name) || name === 'post_type');
}

/** Why a setting cannot be what the step maps to it, or null. */
function settingProblem(
  { step, fields }: Place,
  capability: Capability,
  name: string,
  schema: z.ZodType,
): string | null {
  const source = sourceOf(step, name);
  const isMapped = Object.hasOwn(step.settings, name);
  const isRequired = requiredSettings(capability).includes(name);
  switch (source.from) {
    case 'input': {
      const field = fields.get(source.field)?.field;
      if (!field) return isMapped ? 'Must be the name of a field of `input`.' : isRequired ? 'Is required.' : null;
      if (isRequired && !field.required) return 'Must be a required field of `input`.';
      return firstProblem(schema, edgesOf(field));
    }
    case 'step':
      if (!step.depends_on.includes(source.step)) return 'Must be the key of a step in `depends_on`.';
      return firstProblem(schema, [LONG_TEXT]);
    case 'value': {
      const isBlank = source.value === '' && capability.prompt_settings.includes(name);
      return isBlank ? 'Must not be empty.' : firstProblem(schema, [source.value]);
    }
    case 'nothing':
      return null;
  }
}

/** What the schema says of the first value that it does not take. */
function firstProblem(schema: z.ZodType, values: readonly unknown[]): string | null {
  for (const value of values) {
    const { error } = schema.safeParse(value, { reportInput: true });
    const [messages] = Object.values(error ? detailsOf(error) : {});
    if (messages?.[0] !== undefined) return messages[0];
  }
  return null;
}

function checkCondition(
  path: string,
  { field: name, operator, values }: NonNullable<TemplateStep['when']>[number],
  fields: ReadonlyMap<string, KnownField>,
  problems: Problems,
): void {
  const known = fields.get(name);
  if (!known) problems.add(`${path}.field`, 'Must be the name of a field of `input`.');
  else if (!OPERATORS_OF[known.field.type].includes(operator))
    problems.add(`${path}.operator`, 'Does not compare fields of this type.');
  else {
    const isPossible = isPossibleValue(known, operator);
    for (const [index, value] of values.entries())
      if (!problems.isFull && !isPossible(value))
        problems.add(`${path}.values.${index}`, 'Must be a value that the field can have.');
  }
}

/** What conditions can compare of a field, by its type. */
const OPERATORS_OF: Record<Field['type'], readonly string[]> = {
  string: ['equals', 'one_of', 'contains'],
  number: ['equals', 'one_of', 'greater', 'less'],
  boolean: ['equals', 'one_of'],
  enum: ['equals', 'one_of', 'contains'],
  strings: ['contains'],
};

/** A part of a text may be any text, and a limit any number. */
function isPossibleValue({ takes }: KnownField, operator: string): (value: unknown) => boolean {
  if (operator === 'contains') return (value) => typeof value === 'string';
  if (operator === 'greater' || operator === 'less') return (value) => typeof value === 'number';
  return takes;
}

/** Every field is used: one that is not would be asked for in vain. */
function checkUse(
  catalogue: Catalogue,
  { input }: Definition,
  steps: readonly TemplateStep[],
  problems: Problems,
): void {
  const used = new Set(
    steps.flatMap((step) => [
      ...(step.when ?? []).map(({ field }) => field),
      ...Object.keys(catalogue.find(step.capability)?.settings.shape ?? {}).flatMap((name) => {
        const source = sourceOf(step, name);
        return source.from === 'input' ? [source.field] : [];
      }),
    ]),
  );
  for (const [index, { name }] of input.entries())
    if (!used.has(name)) problems.add(`input.${index}.name`, 'Must be used by a step.');
}

function exampleProblems(
  catalogue: Catalogue,
  { input, example }: Definition,
  steps: readonly TemplateStep[],
): ErrorDetails {
  const parsed = inputOf(input).safeParse(example, { reportInput: true });
  if (!parsed.success) return problemsUnder('example', detailsOf(parsed.error));
  const texts = input.filter(({ required, type }) => required && type === 'string').map(({ name }) => name);
  const blank = blankInputs({ prompt_inputs: texts }, parsed.data);
  if (blank.length > 0) return Object.fromEntries(blank.map((name) => [`example.${name}`, ['Must not be empty.']]));
  return problemsUnder('example', planProblems(catalogue, steps, parsed.data));
}
