import { expect, test } from '@jest/globals';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import { isRepeatable } from '../console/src/api/repeats.ts';

test('the console repeats no request whose answer has what is shown once', () => {
  const paths = routesOf(AREAS)
    .filter((route) => route.method === 'POST' && 'secrets' in route && route.secrets.length > 0)
    .map(({ path }) => path.replace('/api/v1', '').replaceAll(/:\w+|\{\w+\}/g, '7'))
    // The platform's own routes: no person at the console has them.
    .filter((path) => !path.startsWith('/3pi-partners/'));
  expect(paths).toEqual(expect.arrayContaining(['/app/keys', '/partners/webhooks']));
  expect(paths.filter(isRepeatable)).toEqual([]);
});
