import { expect, test } from '@jest/globals';
import { routesOf } from '../../../api/area.ts';
import { AREAS } from '../../../api/areas.ts';
import { isExpensive } from './expensive.ts';
import { LIKE, LOADS } from './loads.ts';

const routes = routesOf(AREAS).map((route) => ({ name: `${route.method} ${route.path}`, route }));
const loads = LOADS.map(({ name }) => name);

test.each(routes.filter(({ route }) => isExpensive(route)).map(({ name }) => name))(
  'a load is measured for %s, or one like it is named',
  (name) => {
    const measured = LIKE[name] ?? name;
    expect({ name, isMeasured: loads.includes(measured) }).toEqual({ name, isMeasured: true });
  },
);

test('what is named as alike is a route', () => {
  const known = routes.map(({ name }) => name);
  expect(Object.keys(LIKE).filter((name) => !known.includes(name))).toEqual([]);
});
