import { z } from 'zod';
import { keepDefault } from '../../domain/kernel/json-schema.ts';

/** The parts of a JSON Schema that this file reads. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  allOf?: JsonSchema[];
  description?: string;
  [keyword: string]: unknown;
}

/** Schemas with a title (`.meta({ title })`), which appear in the document once. */
export type NamedSchemas = Record<string, JsonSchema>;

/** An integer that may grow beyond 32 bits. */
export const INT64 = { type: 'integer', format: 'int64' };

/** Formats that make zod's patterns for them redundant. */
const SELF_EXPLAINING = new Set(['date', 'date-time', 'uuid', 'email', 'uri']);

/**
 * Converts a zod schema to JSON Schema. `input`: for requests; `output`: for responses. Schemas with a title move to
 * `named`, if given, and numbers have a width then, as in the OpenAPI document.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', named?: NamedSchemas): JsonSchema {
  const { $schema: _dialect, ...body } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: keepDefault,
  }) as JsonSchema;
  const simplified = simplify(body, io);
  return named ? walk(simplified, (node) => reference(withWidth(node), named)) : simplified;
}

/** Moves a schema with a title to the named ones; returns a reference. */
export function reference(node: JsonSchema, named: NamedSchemas): JsonSchema {
  const { title, description, ...rest } = node;
  if (typeof title !== 'string' || !('type' in rest || 'anyOf' in rest)) return node;
  const known = named[title];
  if (known && JSON.stringify(known) !== JSON.stringify(rest)) throw new Error(`Two schemas are named ${title}.`);
  named[title] = rest;
  return { $ref: `#/components/schemas/${title}`, ...(description !== undefined && { description }) };
}

function simplify(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
  return walk(schema, (node) => {
    if (typeof node['format'] === 'string' && SELF_EXPLAINING.has(node['format'])) delete node['pattern'];
    if (isNumberOrDecimal(node)) node.type = 'string';
    if (isNoObject(node)) delete node['default'];
    if (node.type !== undefined && ['boolean', 'number'].includes(typeof node['const'])) return withoutConstant(node);
    if (Array.isArray(node.type) && node.type.filter((type) => type !== 'null').length > 1) {
      // Client generators support a list of types only for nullable values.
      const { type, ...rest } = node;
      return { anyOf: type.map((each) => ({ type: each })), ...rest };
    }
    if (io === 'output') {
      // All numbers of responses are within these bounds, so they add nothing. For requests they are limits.
      if (node['minimum'] === Number.MIN_SAFE_INTEGER) delete node['minimum'];
      if (node['maximum'] === Number.MAX_SAFE_INTEGER) delete node['maximum'];
      // Responses may gain fields, which clients must not reject.
      if (node['additionalProperties'] === false) delete node['additionalProperties'];
    }
    return node;
  });
}

/** The largest number of 32 bits. */
const MAX_INT32 = 2 ** 31 - 1;

/**
 * Numbers have no width in JSON Schema, so that generators choose 32 bits for ids, which grow beyond, and for amounts,
 * which lose their cents. Named are the formats of OpenAPI's registry; an integer that fits in 32 bits needs none.
 */
function withWidth(node: JsonSchema): JsonSchema {
  const types = [node.type].flat();
  if (node['format'] !== undefined) return node;
  if (types.includes('number')) return { ...node, format: 'double' };
  if (types.includes('integer') && !fitsIn32Bits(node)) return { ...node, format: INT64.format };
  return node;
}

function fitsIn32Bits({ minimum, maximum }: JsonSchema): boolean {
  return Number(minimum ?? 0) >= -MAX_INT32 && Number(maximum ?? Number.POSITIVE_INFINITY) <= MAX_INT32;
}

/**
 * A number is accepted as its decimal string, too. Most generators can express neither, and binary fractions are no
 * amounts.
 */
function isNumberOrDecimal({ type, pattern }: JsonSchema): boolean {
  return Array.isArray(type) && type.join() === 'number,string' && pattern !== undefined;
}

/**
 * Named fields whose default is an object without any. It says no more than that the object is optional, and openapi-generator makes
 * Kotlin of it that does not compile.
 */
function isNoObject({ default: value, properties }: JsonSchema): boolean {
  return properties !== undefined && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * A constant that is no text, said by what else it is not: openapi-generator makes a text of it, in an enumeration too, which does
 * not compile.
 */
function withoutConstant({ const: only, ...rest }: JsonSchema): JsonSchema {
  return typeof only === 'boolean' ? { ...rest, not: { const: !only } } : { ...rest, minimum: only, maximum: only };
}

function walk(value: JsonSchema, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  const copy: JsonSchema = {};
  for (const [keyword, part] of Object.entries(value)) copy[keyword] = walkPart(part, change);
  return change(copy);
}

function walkPart(part: unknown, change: (node: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(part)) return part.map((item) => walkPart(item, change));
  return typeof part === 'object' && part !== null ? walk(part as JsonSchema, change) : part;
}

/** The fields of an object schema, and whether they are required. */
export function fieldsOf(schema: JsonSchema): { name: string; schema: JsonSchema; required: boolean }[] {
  const own = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
  }));
  return [...own, ...(schema.allOf ?? []).flatMap(fieldsOf)];
}
