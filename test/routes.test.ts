import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import { buildDocument } from '../api/openapi/document.ts';
import { API_PREFIX } from '../api/paths.ts';
import { createRouteTable } from '../api/router.ts';
import { EXPECTED_ROUTES, GATEWAY_ROUTES, MCP_ROUTES } from './routes.ts';

const named = (routes: typeof EXPECTED_ROUTES) =>
  routes.map(([method, path, origin]) => `${method} ${path} (${origin})`).sort();
const document = buildDocument({ routes: routesOf(AREAS), publicUrl: 'https://api.marketwright.test' });
const table = createRouteTable(routesOf(AREAS));
const acceptance = new URL('./acceptance/', import.meta.url);
const tests = readdirSync(acceptance)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, acceptance), 'utf8'))
  .join('\n');

test('the service declares these routes and no others', () => {
  const declared = routesOf(AREAS).map(
    ({ method, path, extension }) => `${method} ${path} (${extension ? 'extension' : 'contract'})`,
  );
  expect(declared.sort()).toEqual(named(EXPECTED_ROUTES));
});

test('the OpenAPI document describes these routes, the MCP endpoint, the paths of the gateways, and no others', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `${method.toUpperCase()} ${path} (${operation['x-extension'] ? 'extension' : 'contract'})`,
    ),
  );
  expect(described.sort()).toEqual(named([...EXPECTED_ROUTES, ...MCP_ROUTES, ...GATEWAY_ROUTES]));
});

test('each route has an acceptance test that names it', () => {
  const names = EXPECTED_ROUTES.map(([method, path]) => `${method} ${path}`);
  expect(names.filter((name) => !tests.includes(`'${name}'`))).toEqual([]);
});

describe.each(EXPECTED_ROUTES)('%s %s', (method, path) => {
  test('is found by the router', () => {
    const found = table.find(method, `${API_PREFIX}${path.replace(/\{(\w+)\}/g, '7')}`);
    expect(found).toMatchObject({ match: { route: { method, path } } });
  });
});

describe('of every route, a literal path', () => {
  const all = routesOf(AREAS);
  const every = createRouteTable(all);
  const paths = [...new Set(all.map(({ path }) => path))];
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

  test.each(paths)('%s takes its own methods and none of a path with parameters', (path) => {
    const address = path.replace(/\{\w+\}/g, '5');
    const forms = new Set([path, ...paths.filter((other) => formOf(other) === formOf(path))]);
    const own = all.filter((route) => forms.has(route.path)).map(({ method }): string => method);
    for (const sent of [`${API_PREFIX}${address}`, `${API_PREFIX}${address}/`]) {
      for (const method of METHODS) {
        const found = every.find(method, sent);
        const served = found && 'match' in found ? found.match.route.path : undefined;
        expect({ method, isServed: served !== undefined && forms.has(served) }).toEqual({
          method,
          isServed: own.includes(method),
        });
        if (!own.includes(method)) expect(found).toMatchObject({ allow: expect.stringContaining(own[0] ?? '') });
      }
    }
  });
});

function formOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}
