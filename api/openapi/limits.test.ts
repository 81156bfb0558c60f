import { expect, test } from '@jest/globals';
import { routesOf } from '../area.ts';
import { AREAS } from '../areas.ts';
import { buildDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';
import type { Parameter } from './types.ts';

const document = buildDocument({ routes: routesOf(AREAS), publicUrl: 'https://api.marketwright.test' });

/** Formats whose texts all have the same length. */
const FIXED_LENGTH = new Set(['date', 'uuid']);
const MAXIMA: Record<string, string[]> = {
  string: ['maxLength', 'pattern', 'enum', 'const'],
  number: ['maximum', 'exclusiveMaximum', 'enum', 'const'],
  array: ['maxItems'],
  object: ['properties', 'maxProperties', 'x-max-bytes'],
};

function resolve<Found>(node: Found): Found {
  const { $ref: ref } = node as { $ref?: string };
  if (ref === undefined) return node;
  const parts = ref.replace('#/', '').split('/');
  return resolve(parts.reduce((at, part) => (at as Record<string, unknown>)[part], document as unknown) as Found);
}

/** Places in a schema that accept values of unlimited size. */
function unlimited(given: JsonSchema, place: string): string[] {
  const schema = resolve(given);
  const types = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type));
  const found = types.flatMap((type) => {
    if (type === 'boolean' || type === 'null' || FIXED_LENGTH.has(String(schema['format']))) return [];
    return MAXIMA[type]?.some((keyword) => keyword in schema) ? [] : [`${place}: ${type}`];
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
  ];
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

test.each(operations)('$name states a maximum of all that it takes', ({ operation }) => {
  const parameters = operation.parameters.map((parameter) => resolve<Parameter>(parameter));
  const bodies = Object.values(operation.requestBody?.content ?? {});
  expect([
    ...parameters.flatMap(({ name, schema = {} }) => unlimited(schema, name ?? '')),
    ...bodies.flatMap(({ schema }) => unlimited(schema, 'body')),
  ]).toEqual([]);
});
