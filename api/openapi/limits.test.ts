import { expect, test } from '@jest/globals';
import { capabilities } from '../../domain/features.ts';
import { cappedInput } from '../../domain/kernel/capped-input.ts';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { routesOf } from '../area.ts';
import { AREAS } from '../areas.ts';
import { buildDocument } from './document.ts';
import { type JsonSchema, toJsonSchema } from './schemas.ts';
import type { Parameter } from './types.ts';

const document = buildDocument({ routes: routesOf(AREAS), publicUrl: 'https://api.marketwright.test' });

/** Formats whose texts all have the same length. */
const FIXED_LENGTH = new Set(['date', 'uuid']);
/** A pattern that matches texts of bounded length: anchored, without `*`, `+` and `{n,}`. */
const isBounded = (pattern: unknown) =>
  typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern);

const HAS_MAXIMUM: Record<string, (schema: JsonSchema) => boolean> = {
  string: (schema) =>
    ['maxLength', 'x-max-length', 'enum', 'const'].some((name) => name in schema) || isBounded(schema['pattern']),
  number: (schema) => ['maximum', 'exclusiveMaximum', 'enum', 'const'].some((name) => name in schema),
  array: (schema) => 'maxItems' in schema,
  object: (schema) =>
    ['maxProperties', 'x-max-bytes'].some((name) => name in schema) ||
    ('properties' in schema && !schema['additionalProperties']),
};

function resolve<Found>(node: Found): Found {
  const { $ref: ref } = node as { $ref?: string };
  if (ref === undefined) return node;
  const parts = ref.replace('#/', '').split('/');
  return resolve(parts.reduce((at, part) => (at as Record<string, unknown>)[part], document as unknown) as Found);
}

/** Whether an object has names that the schema does not list, with values of a schema; those of `{}` are limited in bytes. */
function isFree(schema: JsonSchema): boolean {
  return typeof schema['additionalProperties'] === 'object' && !('x-max-bytes' in schema);
}

/** Any number is short. */
function unlimitedTexts(schema: JsonSchema, place: string): string[] {
  return unlimited(schema, place).filter((found) => !found.endsWith(': number'));
}

/** Places in a schema that accept values of unlimited size. */
function unlimited(given: JsonSchema, place: string): string[] {
  const schema = resolve(given);
  const types = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type));
  const found = types.flatMap((type) => {
    if (type === 'boolean' || type === 'null' || FIXED_LENGTH.has(String(schema['format']))) return [];
    return HAS_MAXIMUM[type]?.(schema) ? [] : [`${place}: ${type}`];
  });
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as JsonSchema[]);
  if (Object.keys(schema).join() === 'required') return [];
  if (types.length + choices.length === 0 && !('const' in schema || 'enum' in schema)) found.push(`${place}: anything`);
  const fields = Object.entries(schema.properties ?? {});
  return [
    ...found,
    ...choices.flatMap((choice) => unlimited(choice, place)),
    ...fields.flatMap(([name, field]) => unlimited(field, `${place}.${name}`)),
    ...(schema['items'] ? unlimited(schema['items'] as JsonSchema, `${place}[]`) : []),
    ...(isFree(schema) ? unlimitedTexts(schema['additionalProperties'] as JsonSchema, `${place}.*`) : []),
  ];
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

/** Gateways sign their events, and only the form of the body is documented. */
const SIGNED = /^post \/webhooks\//;

test.each(operations.filter(({ name }) => !SIGNED.test(name)))(
  '$name states a maximum of all that it takes',
  ({ operation }) => {
    const parameters = operation.parameters.map((parameter) => resolve<Parameter>(parameter));
    const bodies = Object.values(operation.requestBody?.content ?? {});
    expect([
      ...parameters.flatMap(({ name, schema = {} }) => unlimited(schema, name ?? '')),
      ...bodies.flatMap(({ schema }) => unlimited(schema, 'body')),
    ]).toEqual([]);
  },
);

const settings = capabilities.all.map(({ slug, settings: schema }) => ({
  slug,
  schema: toJsonSchema(schema, 'input'),
}));

test.each(settings)('so do the settings of $slug', ({ slug, schema }) => {
  expect(unlimited(schema, slug)).toEqual([]);
});

/** Values at which one list or object of free names has many entries, and how many of them its schema accepts. */
function crowded(schema: JsonSchema, place: string): { place: string; max: number; value: unknown }[] {
  const many = <Value>(value: Value) => Array.from({ length: MANY }, () => value);
  const inside = (found: ReturnType<typeof crowded>, wrap: (value: unknown) => unknown) =>
    found.map((each) => ({ ...each, value: wrap(each.value) }));
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as JsonSchema[]);
  const items = schema['items'] as JsonSchema | undefined;
  const free = isFree(schema) ? (schema['additionalProperties'] as JsonSchema) : undefined;
  return [
    ...(items ? [{ place, max: Number(schema['maxItems']), value: many(0) }] : []),
    ...('maxProperties' in schema
      ? [
          {
            place,
            max: Number(schema['maxProperties']),
            value: Object.fromEntries(many(0).map((_zero, at) => [at, 0])),
          },
        ]
      : []),
    ...choices.flatMap((choice) => crowded(choice, place)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      inside(crowded(field, `${place}.${name}`), (value) => ({ [name]: value })),
    ),
    ...(items ? inside(crowded(items, `${place}[]`), (value) => [value]) : []),
    ...(free ? inside(crowded(free, `${place}.*`), (value) => ({ some: value })) : []),
  ];
}

/** No other request is served meanwhile. */
const MAX_MS = 20;
/** More than any schema accepts. */
const MANY = 20_000;

/** The most entries that a list or an object has, at any level. */
function mostEntries(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return Math.max(parts.length, ...parts.slice(0, 100).map(mostEntries));
}

const inputs = [
  ...routesOf(AREAS).map(({ method, path, operation }) => ({ name: `${method} ${path}`, schema: operation.input })),
  ...capabilities.all.map(({ slug, settings: schema }) => ({ name: `settings of ${slug}`, schema })),
];

test.each(inputs)('of $name no entry beyond a maximum is looked at', async ({ schema }) => {
  for (const { place, max, value } of crowded(toJsonSchema(schema, 'input'), 'input')) {
    const capped = cappedInput(schema, value);
    expect({ place, entries: mostEntries(capped) }).toEqual({ place, entries: max + 1 });
    expect({ place, isAccepted: schema.safeParse(capped).success }).toEqual({ place, isAccepted: false });
    const takesMs = await cpuTimeOf(() => schema.safeParse(cappedInput(schema, value)), MAX_MS);
    expect({ place, isCheap: takesMs <= MAX_MS }).toEqual({ place, isCheap: true });
  }
});

/** A value that is as large as the schema allows, and wrong in each of its parts. */
function wrong(schema: JsonSchema): unknown {
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as JsonSchema[]);
  const [largest = {}] = choices.map(wrong).sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);
  if (choices.length > 0) return largest;
  const items = schema['items'] as JsonSchema | undefined;
  if (items) return Array.from({ length: Number(schema['maxItems']) }, () => wrong(items));
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, wrong(field)]);
  const free = isFree(schema) ? wrong(schema['additionalProperties'] as JsonSchema) : undefined;
  const names =
    free === undefined ? [] : Array.from({ length: Number(schema['maxProperties']) }, (_, at) => [at, free]);
  // No schema takes an empty object for a text, a number, a boolean or a choice.
  return Object.fromEntries([...fields, ...names]);
}

test.each(inputs)('$name is refused quickly where all of it is wrong', async ({ schema }) => {
  const value = wrong(toJsonSchema(schema, 'input'));
  const refuse = () => schema.safeParse(cappedInput(schema, value), { reportInput: true }).error?.issues;
  expect(await cpuTimeOf(refuse, MAX_MS)).toBeLessThanOrEqual(MAX_MS);
});
