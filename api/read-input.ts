import { parse } from 'node:querystring';
import type { z } from 'zod';
import { type ErrorDetails, Problems } from '../domain/kernel/problems.ts';

/** Parameters as JSON, and problems that no schema sees. */
export interface ReadInput {
  value: Record<string, unknown>;
  problems: ErrorDetails | undefined;
}

/** The JSON type of a field, as far as text is converted; `text` for everything that stays as it is. */
type Kind = 'text' | 'integer' | 'number' | 'boolean' | { items: Kind };

const INTEGER = /^-?\d{1,16}$/;
const NUMBER = /^-?\d{1,16}(\.\d{1,16})?$/;
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/**
 * A query string as the JSON that the schema describes: numbers, booleans (true, false, 1, 0) and lists (`a=x&a=y`,
 * `a[]=x`, `a=x,y`). Values that do not fit stay text, for the schema to refuse; broken percent-encoding is decoded as
 * far as possible.
 */
export function readQuery(schema: z.ZodType, querystring: string): ReadInput {
  if (querystring === '') return { value: {}, problems: undefined };
  const kinds = kindsOf(schema);
  const value: Record<string, unknown> = {};
  const problems = new Problems();
  for (const [name, given] of collect(querystring)) {
    const kind = kinds.get(name) ?? 'text';
    value[name] = asJson(kind, given);
    if (kinds.has(name) && String(given).includes('\0')) problems.add(name, 'Must not contain NUL characters.');
    if (kind === 'boolean' && typeof value[name] !== 'boolean') problems.add(name, 'Must be true, false, 1 or 0.');
  }
  return { value, problems: problems.details() };
}

/** Most unknown parameters that are named. */
const MAX_UNKNOWN = 10;
/** Longest name that is repeated, so that the header holds little. */
const MAX_NAME_LENGTH = 40;

/**
 * Names of parameters that the schema does not have, of a query that is otherwise read without them: as in a URL, so that
 * none can be mistaken for two or for another header.
 */
export function unknownParameters(schema: z.ZodType | undefined, querystring: string): string[] {
  if (querystring === '') return [];
  const kinds = schema ? kindsOf(schema) : new Map<string, Kind>();
  const unknown = Object.keys(parse(querystring)).filter((name) => !kinds.has(name.replace(/\[\]$/, '')));
  return unknown
    .filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH)
    .slice(0, MAX_UNKNOWN)
    .map((name) => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']'));
}

/**
 * Path parameters as the JSON that the schema describes; numbers only in canonical form, so that a record has one
 * address.
 */
export function readPath(schema: z.ZodType, params: Readonly<Record<string, string>>): Record<string, unknown> {
  const kinds = kindsOf(schema);
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => {
      const value = asJson(kinds.get(name) ?? 'text', text);
      return [name, String(value) === text ? value : text];
    }),
  );
}

function collect(querystring: string): Map<string, string | string[]> {
  const collected = new Map<string, string | string[]>();
  for (const [given, part] of Object.entries(parse(querystring))) {
    const listed = given.endsWith('[]');
    const name = listed ? given.slice(0, -2) : given;
    if (part === undefined || name === '__proto__') continue;
    const before = collected.get(name);
    collected.set(name, before === undefined && !listed ? part : [before ?? [], part].flat());
  }
  return collected;
}

function asJson(kind: Kind, given: string | string[]): unknown {
  if (typeof kind === 'object') {
    return [given]
      .flat()
      .flatMap((part) => part.split(','))
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => asJson(kind.items, part));
  }
  if (typeof given !== 'string') return given;
  switch (kind) {
    case 'integer':
      return INTEGER.test(given) ? Number(given) : given;
    case 'number':
      return NUMBER.test(given) ? Number(given) : given;
    case 'boolean':
      return BOOLEANS.get(given) ?? given;
    default:
      return given;
  }
}

const known = new WeakMap<z.ZodType, Map<string, Kind>>();

/** The types of an object schema's fields; cached per schema. */
function kindsOf(schema: z.ZodType): Map<string, Kind> {
  let kinds = known.get(schema);
  if (!kinds) {
    kinds = new Map(Object.entries(shapeOf(schema)).map(([name, field]) => [name, kindOf(field)]));
    known.set(schema, kinds);
  }
  return kinds;
}

/** The fields of an object schema, inside refinements and transformations. */
export function shapeOf(schema: z.ZodType): Readonly<z.core.$ZodShape> {
  const { def } = innermost(schema)._zod;
  return def.type === 'object' ? def.shape : {};
}

function kindOf(schema: z.core.$ZodType): Kind {
  const { def } = innermost(schema)._zod;
  switch (def.type) {
    case 'number':
      return 'format' in def ? 'integer' : 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return { items: kindOf(def.element) };
    default:
      return 'text';
  }
}

/** The input schema inside defaults, optionals and transformations. */
function innermost(schema: z.core.$ZodType): z.core.$ZodTypes {
  const typed = schema as z.core.$ZodTypes;
  const { def } = typed._zod;
  if (def.type === 'pipe') return innermost(def.in);
  return 'innerType' in def ? innermost(def.innerType) : typed;
}
