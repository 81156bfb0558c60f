import { z } from 'zod';
import { keepDefault } from '../../domain/kernel/json-schema.ts';

/** A JSON Schema, as far as this file looks into it. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  allOf?: JsonSchema[];
  description?: string;
  [keyword: string]: unknown;
}

/** Schemas with a title (`.meta({ title })`), which stand in the document once. */
export type NamedSchemas = Record<string, JsonSchema>;

/** Formats that say all that zod's patterns for them say. */
const SELF_EXPLAINING = new Set(['date', 'date-time', 'uuid', 'email', 'uri']);

/** Turns a zod schema into JSON Schema. `input`: what is accepted; `output`: what is answered. What has a title goes to `named`, if that is given. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', named?: NamedSchemas): JsonSchema {
  const { $schema: _dialect, ...body } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: keepDefault,
  }) as JsonSchema;
  const tidied = tidy(body, io);
  return named ? walk(tidied, (node) => reference(node, named)) : tidied;
}

/** Moves a schema with a title to the named ones and leaves a reference. */
export function reference(node: JsonSchema, named: NamedSchemas): JsonSchema {
  const { title, description, ...rest } = node;
  if (typeof title !== 'string' || !('type' in rest || 'anyOf' in rest)) return node;
  const known = named[title];
  if (known && JSON.stringify(known) !== JSON.stringify(rest)) throw new Error(`Two schemas are named ${title}.`);
  named[title] = rest;
  return { $ref: `#/components/schemas/${title}`, ...(description !== undefined && { description }) };
}

function tidy(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
  return walk(schema, (node) => {
    if (typeof node['format'] === 'string' && SELF_EXPLAINING.has(node['format'])) delete node['pattern'];
    if (isNumberOrDecimal(node)) node.type = 'string';
    if (Array.isArray(node.type) && node.type.filter((type) => type !== 'null').length > 1) {
      // Generators of clients take a list of types only for something or null.
      const { type, ...rest } = node;
      return { anyOf: type.map((each) => ({ type: each })), ...rest };
    }
    if (io === 'output') {
      // Every number of an answer is within these; they say nothing. Of what is given they are the limits.
      if (node['minimum'] === Number.MIN_SAFE_INTEGER) delete node['minimum'];
      if (node['maximum'] === Number.MAX_SAFE_INTEGER) delete node['maximum'];
      // Answers may gain fields; clients are not to refuse them.
      if (node['additionalProperties'] === false) delete node['additionalProperties'];
    }
    return node;
  });
}

/** A number is taken as well as its decimal string; most generators cannot express either, and binary fractions are no amounts. */
function isNumberOrDecimal({ type, pattern }: JsonSchema): boolean {
  return Array.isArray(type) && type.join() === 'number,string' && pattern !== undefined;
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

/** The fields of an object schema, and which of them must be there. */
export function fieldsOf(schema: JsonSchema): { name: string; schema: JsonSchema; required: boolean }[] {
  const own = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
  }));
  return [...own, ...(schema.allOf ?? []).flatMap(fieldsOf)];
}
