import { humanize } from '../../lib/labels.ts';

/** The part of JSON Schema that forms use. */
interface Schema {
  type?: string | readonly string[];
  format?: string;
  title?: string;
  description?: string;
  maxLength?: number;
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: readonly Schema[];
  [keyword: string]: unknown;
}

/** Longer texts get a textarea. */
const LINE_LENGTH = 500;

/**
 * Prepares a schema for the form: adds a title to every field, removes null from types because an empty field means null, and lets each
 * value of an enumeration be chosen once.
 */
export function toFormSchema(schema: Schema): Schema {
  const { properties, items, ...rest } = withoutNull(schema);
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, { title: humanize(name), ...toFormSchema(field) }]),
      ),
    }),
    ...(items && { items: toFormSchema(items) }),
    ...(items?.enum && { uniqueItems: true }),
  };
}

/** Fields for a brand voice, each with the field of its product. */
const BRAND_VOICE_FIELDS: Readonly<Record<string, string>> = {
  company: 'product',
  brand_voice_company_id: 'brand_voice_product_id',
};

/** Whether a form asks for a brand voice. */
export function hasBrandVoiceField(properties: object): boolean {
  return Object.keys(BRAND_VOICE_FIELDS).some((name) => name in properties);
}

/** Whether a form asks for knowledge bases. */
export function hasKnowledgeBaseField(properties: object): boolean {
  return 'kb_ids' in properties;
}

/** The UI schema of a form schema: textareas, tags, and selects for records. */
export function toUiSchema({ properties = {} }: Schema): Record<string, object> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      field.properties ? toUiSchema(field) : (recordWidget(name, properties) ?? fieldUiSchema(field)),
    ]),
  );
}

function recordWidget(name: string, properties: object): object | undefined {
  for (const [voice, product] of Object.entries(BRAND_VOICE_FIELDS)) {
    if (name === voice) return { 'ui:widget': 'voice', 'ui:options': { product } };
    if (name === product && voice in properties) return { 'ui:widget': 'hidden' };
  }
  if (name === 'kb_ids') return { 'ui:widget': 'knowledge' };
  return name === 'case_study_id' ? { 'ui:widget': 'caseStudy' } : undefined;
}

function fieldUiSchema({ type, format, items, enum: words, maxLength = 0, description }: Schema): object {
  if (format === 'date') return { 'ui:widget': 'text', 'ui:options': { inputType: 'date' } };
  // The library shows descriptions only for single-line fields.
  if (type === 'string' && !words && maxLength > LINE_LENGTH)
    return { 'ui:widget': 'textarea', 'ui:options': { autosize: true, minRows: 2, maxRows: 12, description } };
  if (type === 'array' && items?.type === 'string' && !items.enum) return { 'ui:widget': 'terms' };
  return type === 'array' || words ? { 'ui:options': { description } } : {};
}

function withoutNull({ anyOf, ...schema }: Schema): Schema {
  const [only, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (only && others.length === 0) return { ...only, ...schema };
  const { type } = schema;
  const types = typeof type === 'object' ? type.filter((name) => name !== 'null') : [];
  return { ...schema, ...(anyOf && { anyOf }), ...(types.length === 1 && { type: types[0] as string }) };
}
