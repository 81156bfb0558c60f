import { humanize } from '../../lib/labels.ts';

/** The part of JSON Schema that forms use. */
export interface Schema {
  type?: string | readonly string[];
  format?: string;
  title?: string;
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: readonly Schema[];
  [keyword: string]: unknown;
}

/** Longer texts get a textarea. */
const LINE_LENGTH = 500;

/** Fields for a brand voice, each with the field of its product. */
const BRAND_VOICE_FIELDS: Readonly<Record<string, string>> = {
  company: 'product',
  brand_voice_company_id: 'brand_voice_product_id',
};

/** Whether a form asks for a brand voice. A company that is a text, as press releases have, is none. */
export function hasBrandVoiceField(properties: object): boolean {
  return Object.keys(BRAND_VOICE_FIELDS).some((name) => isVoice(Reflect.get(properties, name)));
}

function isVoice(schema: Schema | undefined): boolean {
  return schema !== undefined && withoutNull(schema).type === 'integer';
}

/** Whether a form asks for knowledge bases. */
export function hasKnowledgeBaseField(properties: object): boolean {
  return 'kb_ids' in properties;
}

/** What every field has. */
interface FieldText {
  name: string;
  /** The schema's title, or the name in words. */
  label: string;
  description: string | undefined;
  isRequired: boolean;
  /** All values that it can have; undefined where they are many. */
  values: readonly string[] | undefined;
}

/** A choice and its name. */
interface Option {
  value: string;
  label: string;
}

/** How a value is entered. */
type Input =
  | { input: 'line' | 'text' | 'day' | 'flag' | 'case-study' | 'language' | 'country' | 'zone' }
  | { input: 'number'; min: number | undefined; max: number | undefined; isWhole: boolean }
  | { input: 'choice' | 'choices'; options: readonly Option[]; most: number | undefined }
  | { input: 'terms' | 'knowledge'; most: number | undefined }
  /** `product` is the name of the field that the same input sets. */
  | { input: 'voice'; product: string }
  | { input: 'group'; fields: readonly Field[] };

/** A field of a form. */
export type Field = FieldText & Input;

/** The fields of an object's schema, in its order. Throws an error for a kind of value that no input enters. */
export function toFields({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).flatMap(([name, optional]): Field[] => {
    const schema = withoutNull(optional);
    // Values by names of one's own are for programs, and for the view that knows the names.
    if (schema.type === 'object' && !schema.properties) return [];
    const input = recordInput(name, schema, properties) ?? inputOf(name, schema);
    if (input === 'with its voice') return [];
    const { title = humanize(name), description } = schema;
    const values = schema.enum?.map(String);
    return [{ name, label: title, description, isRequired: required.includes(name), values, ...input }];
  });
}

/** The values that the schema gives fields which are left alone. */
export function defaultsOf({ properties = {} }: Schema): Record<string, unknown> {
  const entries = Object.entries(properties).map(([name, field]) => [name, field['default'] ?? undefined] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** What is chosen by its name in the person's language, whatever its value is. */
const NAMED_INPUTS: Readonly<Record<string, Input>> = {
  case_study_id: { input: 'case-study' },
  country: { input: 'country' },
  language: { input: 'language' },
  target_language: { input: 'language' },
  timezone: { input: 'zone' },
};

/** Records are chosen by their names, a product along with its voice. */
function recordInput(
  name: string,
  { maxItems: most, enum: values }: Schema,
  properties: Readonly<Record<string, Schema>>,
): Input | 'with its voice' | undefined {
  for (const [voice, product] of Object.entries(BRAND_VOICE_FIELDS)) {
    if (!isVoice(properties[voice])) continue;
    if (name === voice) return { input: 'voice', product };
    if (name === product) return 'with its voice';
  }
  if (name === 'kb_ids') return { input: 'knowledge', most };
  // Countries come as a list of names; elsewhere the field is a text.
  return name === 'country' && !values ? undefined : NAMED_INPUTS[name];
}

function inputOf(name: string, schema: Schema): Input {
  const { type, format, minimum: min, maximum: max, maxLength = 0, enum: words, items } = schema;
  if (words) return { input: 'choice', options: optionsOf(schema), most: undefined };
  switch (type) {
    case 'boolean':
      return { input: 'flag' };
    case 'integer':
    case 'number':
      return { input: 'number', min, max, isWhole: type === 'integer' };
    case 'string':
      if (format === 'date') return { input: 'day' };
      return { input: maxLength > LINE_LENGTH ? 'text' : 'line' };
    case 'object':
      return { input: 'group', fields: toFields(schema) };
    case 'array':
      if (items?.enum) return { input: 'choices', options: optionsOf(items), most: schema.maxItems };
      if (items?.type === 'string') return { input: 'terms', most: schema.maxItems };
  }
  throw new Error(`The form has no input for ${name}.`);
}

/** The choices with the names that the API gives them. */
function optionsOf({ enum: values = [], 'x-labels': labels }: Schema): Option[] {
  const names = (labels ?? {}) as Readonly<Record<string, string>>;
  return values.map(String).map((value) => ({ value, label: names[value] ?? value }));
}

/** An empty field means null, so a field whose value may be null is one of its other type. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const [only, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (only && others.length === 0) return { ...only, ...rest };
  // Words that are offered, besides which there may be others.
  const words = anyOf?.find(({ enum: values }) => values);
  if (words) return { ...words, ...rest };
  const types = typeof schema.type === 'object' ? schema.type.filter((name) => name !== 'null') : [];
  return types.length === 1 && types[0] !== undefined ? { ...schema, type: types[0] } : schema;
}
