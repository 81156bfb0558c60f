import { expect, test } from '@jest/globals';
import { routesOf } from '../area.ts';
import { AREAS } from '../areas.ts';
import { buildDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

/** Fewer fields, such as a link to itself, are no type that somebody would pass around. */
const FIELDS_OF_A_TYPE = 3;

const { components, paths } = buildDocument({ routes: routesOf(AREAS), publicUrl: 'https://api.marketwright.test' });

/** The places of every enumeration and object, by its content without what belongs to the place. */
function placesOf(schemas: Readonly<Record<string, JsonSchema>>): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(schemas)) look(schema, name);
  return places;

  function look(node: unknown, place: string, isWhole = true): void {
    if (typeof node !== 'object' || node === null) return;
    const { description: _description, default: _default, ...content } = node as JsonSchema;
    const fields = content.type === 'object' ? Object.keys(content.properties ?? {}).length : 0;
    const values = Array.isArray(content['enum']) ? content['enum'].length : 0;
    const key = JSON.stringify(content);
    if (values > 1 || (fields >= FIELDS_OF_A_TYPE && !isWhole)) places.set(key, [...(places.get(key) ?? []), place]);
    for (const [part, value] of Object.entries(content)) look(value, `${place}.${part}`, false);
  }
}

test('what stands in several places has a name, so that generators make one type of it', () => {
  const parameters = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters: all }) =>
      all.map(({ name, schema }) => [`${operationId}(${name})`, schema ?? {}] as const),
    ),
  );
  const repeated = [...placesOf({ ...components.schemas, ...Object.fromEntries(parameters) }).values()]
    .filter((places) => places.length > 1)
    // What parameters alone have, such as an order, is the same type for nobody.
    .filter((places) => places.some((place) => !place.includes('(')));
  // A name for it, and one of its places, belong in shared-schemas.ts.
  expect(repeated).toEqual([]);
});

test('the fields of every record say the same type', () => {
  const { ExecutionAttributes, ExecuteCapabilityBody, ExecutionStatus } = components.schemas;
  expect(ExecutionStatus).toMatchObject({ type: 'string', enum: expect.arrayContaining(['pending', 'archived']) });
  const description = expect.stringMatching(/\.$/);
  expect(ExecutionAttributes?.properties?.['status']).toEqual({
    $ref: '#/components/schemas/ExecutionStatus',
    description,
  });
  expect(ExecuteCapabilityBody?.properties?.['priority']).toEqual({
    $ref: '#/components/schemas/ExecutionPriority',
    default: 'normal',
    description,
  });
  const status = paths['/content-workflow/executions']?.['get']?.parameters.find(({ name }) => name === 'status');
  expect(status?.schema).toEqual({ $ref: '#/components/schemas/ExecutionStatus' });
});

test('no name is that which generators give to a field of a record', () => {
  const names = Object.keys(components.schemas);
  const ofFields = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, { $ref }]) => $ref === undefined)
      .map(([field]) => name + field.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())),
  );
  expect(names.filter((name) => ofFields.includes(name))).toEqual([]);
});
