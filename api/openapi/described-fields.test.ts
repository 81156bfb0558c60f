import { expect, test } from '@jest/globals';
import { routesOf } from '../area.ts';
import { AREAS } from '../areas.ts';
import { buildDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

/** What all responses have in common, which the introduction explains. */
const COMMON = new Set(
  'success error data links meta attributes relationships type id created_at updated_at'.split(' '),
);
/** Their fields are addresses and references by name. */
const BY_NAME = new Set(['links', 'relationships']);

const document = buildDocument({ routes: routesOf(AREAS), publicUrl: 'https://api.marketwright.test' });
const { schemas } = document.components;

/** A named schema's description counts for the fields that are of it. */
function isDescribed({ description, $ref, anyOf = [], oneOf = [], allOf = [] }: JsonSchema): boolean {
  const named = $ref === undefined ? undefined : schemas[String($ref).split('/').at(-1) ?? ''];
  const parts = [...(named ? [named] : []), ...[anyOf, oneOf, allOf].flatMap((list) => list as JsonSchema[])];
  return description !== undefined || parts.some(isDescribed);
}

function undescribedIn(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties = {} } = node as JsonSchema;
  const fields = Object.entries(properties).filter(([name]) => !BY_NAME.has(name));
  const own = fields
    .filter(([name, schema]) => !COMMON.has(name) && schema['const'] === undefined && !isDescribed(schema))
    .map(([name]) => `${place}.${name}`);
  // Beside fields, these say which of them must be there.
  const isCondition = (key: string) => key === 'not' || (fields.length > 0 && /^(?:any|all|one)Of$/.test(key));
  const parts = Object.entries(node).filter(([key]) => key !== 'properties' && !isCondition(key));
  return [
    ...own,
    ...fields.flatMap(([name, schema]) => undescribedIn(schema, `${place}.${name}`)),
    ...parts.flatMap(([, part]) => undescribedIn(part, place)),
  ];
}

test('every field of a body, a response and an event is described', () => {
  const named = Object.entries(schemas)
    .filter(([name]) => !/(?:Links|Relationships)$/.test(name))
    .flatMap(([name, schema]) => undescribedIn(schema, name));
  const inPlace = [...Object.entries(document.paths), ...Object.entries(document.webhooks)].flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).flatMap(({ schema }) => undescribedIn(schema, path)),
      ),
    ),
  );
  expect([...named, ...inPlace]).toEqual([]);
});
