import { describe, expect, test } from '@jest/globals';
import type { Route } from './route.ts';
import { createRouteTable, pathAsRouted } from './router.ts';

const routeOf = (text: string): Route => {
  const [method, path] = text.split(' ');
  return { kind: 'json', method, path } as unknown as Route;
};
const table = createRouteTable(
  [
    'GET /items/{id}',
    'PATCH /items/{id}',
    'DELETE /items/{item_id}',
    'GET /items/summary',
    'POST /items/test',
    'POST /items/{id}/runs/{run}',
  ].map(routeOf),
);
const find = (text: string) => {
  const [method = '', path = ''] = text.split(' ');
  return table.find(method, `/api/v1${path}`);
};

describe('a literal path beside one with a parameter', () => {
  test.each([
    ['DELETE /items/summary', 'GET, HEAD, OPTIONS'],
    ['OPTIONS /items/summary', 'GET, HEAD, OPTIONS'],
    ['PATCH /items/test', 'OPTIONS, POST'],
    ['OPTIONS /items/5', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['POST /items/5', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
  ])('%s: takes %s', (request, allow) => expect(find(request)).toEqual({ allow }));

  test.each(['GET /items/summary', 'POST /items/test', 'DELETE /items/5', 'HEAD /items/5'])('%s is found', (request) =>
    expect(find(request)).toHaveProperty('match'),
  );
});

describe('a path as it was routed', () => {
  const routed = (path: string) => {
    const found = find(`POST ${path}`);
    return found && 'match' in found ? pathAsRouted(found.match) : undefined;
  };

  test.each([
    '/items/blog_post/runs/1',
    '/items/blog%5fpost/runs/1',
    '/items/blog%5Fpost/runs/%31',
    '/items/%62log_post/runs/1/',
  ])('%s has one spelling', (path) => expect(routed(path)).toBe('/api/v1/items/blog_post/runs/1'));

  test('never becomes another path', () => {
    const paths = ['/items/a%2Fruns%2Fb/runs/1', '/items/a%252Fruns%252Fb/runs/1', '/items/a/runs/1'].map(routed);
    expect(paths).toEqual([
      '/api/v1/items/a%2Fruns%2Fb/runs/1',
      '/api/v1/items/a%252Fruns%252Fb/runs/1',
      '/api/v1/items/a/runs/1',
    ]);
  });
});
