import { expect, test } from '@jest/globals';
import { routesOf } from '../../../api/area.ts';
import { AREAS } from '../../../api/areas.ts';
import { toJsonSchema } from '../../../api/openapi/schemas.ts';
import { largestOf } from './expensive.ts';

const routes = routesOf(AREAS);
/** A record that may have more characters than this is as long as a list of most others. */
const LONG = 300_000;

test('what may be as long as a list is read as one', () => {
  const made = routes.filter(
    ({ method, upload, operation }) =>
      method === 'POST' && !upload && largestOf(toJsonSchema(operation.input, 'input')) > LONG,
  );
  const read = made.flatMap(({ path }) =>
    routes.filter(
      (route) => route.method === 'GET' && route.path.replace(/\/\{[^/]+\}$/, '') === path && route.path !== path,
    ),
  );
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter(({ isLong }) => !isLong).map(({ path }) => path)).toEqual([]);
});
