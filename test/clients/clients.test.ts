import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { routesOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { buildDocument } from '../../api/openapi/document.ts';
import type { JsonSchema } from '../../api/openapi/schemas.ts';

const BYTES = 'application/octet-stream';
const { paths, components } = buildDocument({ routes: routesOf(AREAS), publicUrl: 'https://api.marketwright.test' });

test('the client in Python reads every file as bytes; as text it would break on it', () => {
  const settings: unknown = parse(readFileSync('test/clients/python/generator.yaml', 'utf8'));
  // Of several forms the generator takes the first one that it knows.
  const types = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ content = {} }) => Object.entries(content).slice(0, 1))
    .flatMap(([type, { schema }]) => (isFile(schema) ? type : []));
  expect(types).not.toEqual([]);
  expect(settings).toHaveProperty(
    'content_type_overrides',
    expect.objectContaining(Object.fromEntries(types.map((type) => [type, BYTES]))),
  );
});

function isFile({ $ref, format }: JsonSchema): boolean {
  const named = components.schemas[String($ref).split('/').at(-1) ?? ''];
  return (format ?? named?.['format']) === 'binary';
}
