import type { CreateWorkflowTemplateBody, WorkflowTemplateFile } from '../../../api/generated/client/types.gen.ts';
import { identifierOf } from '../../../lib/identifier.ts';
import { type Schema, toFields } from '../../capabilities/form-schema.ts';

/** What the form of a template has: the file of one without the version of its form. */
export type TemplateFields = Omit<WorkflowTemplateFile, 'format_version'>;
/** A field of a template's input. */
export type InputField = TemplateFields['input'][number];
/** A step of a template. */
export type TemplateStep = TemplateFields['steps'][number];
/** Where a setting of a step comes from. */
export type Source = TemplateStep['settings'][string];
/** What must hold of the input for a step to run. */
export type StepCondition = TemplateStep['when'][number];
/** A comparison of a condition. */
export type Operator = StepCondition['operator'];

/** Version of the form of files that the API takes. */
export const FORMAT_VERSION = 1;
/** Most fields of an input. */
export const MAX_FIELDS = 30;
/** Most steps. */
export const MAX_STEPS = 20;
/** Most conditions of a step. */
export const MAX_CONDITIONS = 10;
/** Most values of a choice. */
export const MAX_VALUES = 50;
/** Longest name of a field or key of a step. */
const MAX_NAME = 40;
/** Longest slug of a template. */
const MAX_SLUG = 64;

/** The categories of templates. */
export const CATEGORIES = ['launch', 'demand', 'content', 'optimization'] as const;

/** A template before anything is entered. */
export const NEW_TEMPLATE: TemplateFields = {
  slug: '',
  name: '',
  description: '',
  category: 'content',
  input: [],
  steps: [],
  example: {},
};

/** Kinds of fields as the form names them: types, and what the text of a field is. */
export const KINDS = ['text', 'date', 'language', 'timezone', 'number', 'boolean', 'enum', 'strings'] as const;
/** One of them. */
export type Kind = (typeof KINDS)[number];

/** The kind of a field. */
export function kindOf({ type, format = 'text' }: InputField): Kind {
  return type === 'string' ? format : type;
}

/** The same field as another kind: the limits of the former do not hold for it. */
export function withKind({ name, required, description }: InputField, kind: Kind): InputField {
  const common = { name, required, description };
  switch (kind) {
    case 'text':
      return { ...common, type: 'string' };
    case 'date':
    case 'language':
    case 'timezone':
      return { ...common, type: 'string', format: kind };
    case 'number':
      return { ...common, type: 'number', integer: true, min: 1, max: 10 };
    case 'enum':
      return { ...common, type: 'enum', values: [] };
    default:
      return { ...common, type: kind };
  }
}

/** What conditions can compare of a field, by its type. */
export const OPERATORS_OF: Record<InputField['type'], readonly Operator[]> = {
  string: ['equals', 'one_of', 'contains'],
  number: ['equals', 'one_of', 'greater', 'less'],
  boolean: ['equals'],
  enum: ['equals', 'one_of'],
  strings: ['contains'],
};

/** JSON Schema of the input that fields describe, as far as a form needs it. */
export function schemaOf(fields: readonly InputField[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

function fieldSchema({ type, format, description, max_length, integer, min, max, values, max_entries }: InputField) {
  const schema: Schema = { ...(description && { description }) };
  const isShort = format !== undefined && format !== 'text';
  switch (type) {
    case 'string':
      return {
        ...schema,
        type: 'string',
        maxLength: max_length ?? (isShort ? MAX_NAME : 2_000),
        ...(format === 'date' && { format }),
      };
    case 'number':
      return {
        ...schema,
        type: integer ? 'integer' : 'number',
        ...(min !== undefined && { minimum: min }),
        ...(max !== undefined && { maximum: max }),
      };
    case 'boolean':
      return { ...schema, type: 'boolean' };
    case 'enum':
      return { ...schema, type: 'string', enum: values ?? [] };
    case 'strings':
      return { ...schema, type: 'array', maxItems: max_entries ?? 20, items: { type: 'string' } };
  }
}

/** Inputs that no setting of a step can be given by: they name records. */
const RECORD_INPUTS = ['voice', 'knowledge', 'case-study', 'group'] as const;

/** The settings of a capability that a step maps. */
export function settingsOf(schema: Schema) {
  return toFields(schema).filter(({ input }) => !RECORD_INPUTS.some((name) => name === input));
}

/** Whether a capability may be a step: settings that name records cannot be mapped. The API looks again. */
export function isForTemplates({ properties = {} }: Schema): boolean {
  return !Object.keys(properties).some((name) => /_ids?$/.test(name) || name === 'post_type');
}

/** The slug that follows from a template's name. */
export function slugOf(name: string): string {
  return identifierOf(name, MAX_SLUG);
}

/** Whether a field can have a name. */
export function isName(name: string): boolean {
  return name.length <= MAX_NAME && /^[a-z][a-z0-9_]*$/.test(name);
}

/** A key for a new step, which no other has. */
export function keyFor(capability: string, others: readonly { key: string }[]): string {
  const base = identifierOf(capability, MAX_NAME - 3);
  const isTaken = (key: string) => others.some((other) => other.key === key);
  let key = base;
  for (let number = 2; isTaken(key); number += 1) key = `${base}_${number}`;
  return key;
}

/** The fields of a template with one of them at a place; what names it by its former name follows. */
export function withField(template: TemplateFields, index: number, field: InputField): Partial<TemplateFields> {
  const before = template.input[index]?.name;
  const input = [...template.input.slice(0, index), field, ...template.input.slice(index + 1)];
  if (before === undefined || before === field.name) return { input };
  const { [before]: value, ...example } = template.example;
  return {
    input,
    steps: template.steps.map((step) => renamedIn(step, before, field.name)),
    example: value === undefined ? example : { ...example, [field.name]: value },
  };
}

function renamedIn(step: TemplateStep, before: string, after: string): TemplateStep {
  const { settings, when } = step;
  const isUsed =
    Object.values(settings).some(({ input }) => input === before) || when.some(({ field }) => field === before);
  if (!isUsed) return step;
  return {
    ...step,
    settings: Object.fromEntries(
      Object.entries(settings).map(([name, source]) => [name, source.input === before ? { input: after } : source]),
    ),
    when: when.map((condition) => (condition.field === before ? { ...condition, field: after } : condition)),
  };
}

/** The fields of a template without one of them. What steps take from it the API names. */
export function withoutField({ input, example }: TemplateFields, index: number): Partial<TemplateFields> {
  const name = input[index]?.name;
  return {
    input: input.toSpliced(index, 1),
    example: Object.fromEntries(Object.entries(example).filter(([field]) => field !== name)),
  };
}

/** The steps without one of them: no other waits for it or takes its text. */
export function withoutStep(steps: readonly TemplateStep[], index: number): TemplateStep[] {
  const key = steps[index]?.key;
  return steps.toSpliced(index, 1).map((step) => {
    const { depends_on, settings } = step;
    const isUsed =
      depends_on.some((name) => name === key) || Object.values(settings).some(({ step: of }) => of === key);
    if (!isUsed) return step;
    return {
      ...step,
      depends_on: depends_on.filter((name) => name !== key),
      settings: Object.fromEntries(Object.entries(settings).filter(([, source]) => source.step !== key)),
    };
  });
}

/** What the API takes of the form. */
export function bodyOf(fields: TemplateFields): CreateWorkflowTemplateBody {
  return { format_version: FORMAT_VERSION, ...fields };
}

/** The form of a file. */
export function fieldsOf({ format_version: _version, ...file }: WorkflowTemplateFile): TemplateFields {
  return file;
}
