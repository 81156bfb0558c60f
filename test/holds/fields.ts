import type { JsonSchema } from '../samples/table.ts';

/** Of a text without a limit of its own, characters: the body has one. */
const ANY_LENGTH = 1_000_000;
const ANY_COUNT = 5_000;

/** A field of a body that may be filled: a text, or a list, which has `items`. */
export interface Field {
  /** As `withField` takes it: `products[].name`. */
  path: string;
  /** Characters, or entries. */
  max: number;
  items?: JsonSchema;
}

/** The text fields and lists of a schema, each once. */
export function fieldsOf(schema: JsonSchema): Field[] {
  const byPath = new Map<string, Field>();
  for (const field of fieldsBelow(schema, '')) byPath.set(`${field.path} ${field.items ? 'list' : 'text'}`, field);
  return [...byPath.values()].filter(({ path }) => path !== '' && !path.includes('[][]'));
}

function fieldsBelow(schema: JsonSchema, path: string): Field[] {
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, additionalProperties: values, items } = schema;
  const isText = [schema.type].flat().includes('string') && !schema.enum && schema.const === undefined;
  const inner = (name: string) => (path === '' ? name : `${path}.${name}`);
  return [
    ...(isText ? [{ path, max: schema.maxLength ?? ANY_LENGTH }] : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((option) => fieldsBelow(option, path)),
    ...Object.entries(properties).flatMap(([name, field]) => fieldsBelow(field, inner(name))),
    ...(values instanceof Object
      ? fieldsBelow(isAnything(values) ? { type: 'string' } : values, inner('anything'))
      : []),
    ...(items ? [{ path, max: schema.maxItems ?? ANY_COUNT, items }, ...fieldsBelow(items, `${path}[]`)] : []),
  ];
}

function isAnything(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}
