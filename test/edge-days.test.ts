import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { z } from 'zod';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import type { Route } from '../api/route.ts';
import { createAdminKey } from '../domain/admin-keys/steps/create-admin-key.ts';
import { inputSchema } from '../domain/kernel/json-schema.ts';
import { perform } from '../domain/kernel/step.ts';
import { startTestEdge, type TestEdge } from './environment/edge.ts';
import { nameOf } from './environment/largest-rows/full-lists.ts';
import { isEndless } from './environment/routes.ts';
import { startTestService, type TestService } from './environment/service.ts';

jest.setTimeout(60_000);

/** At both ends of what requests can name, and to come. */
const DAYS = ['0001-01-01', '0001-01-15', '9999-12-31', '9999-12-15', '2028-02-29', '2500-01-01'];

const ROUTES = routesOf(AREAS);
const TIMED = ROUTES.filter((route) => route.method === 'GET' && !isEndless(route) && timesOf(route).length > 0);

let service: TestService;
let edge: TestEdge;
let partnerId: number;
let keys: { partner: string; admin: string };
beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, ROUTES);
  const { partner, plaintext } = await service.createCaller({ rate_limit_per_minute: 10_000 });
  partnerId = partner.id;
  // With more requests a minute than there are here.
  await service.dataSource.query(`UPDATE partner SET plan = 'enterprise' WHERE id = $1`, [partner.id]);
  const admin = await perform(service.deps, createAdminKey, { name: 'Days' });
  keys = { partner: plaintext ?? '', admin: admin.plaintext };
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

/** The parameters of a route that are days or times, in JSON Schema. */
function timesOf({ operation }: Route): string[] {
  const { properties = {} } = inputSchema(operation.input) as z.core.JSONSchema.ObjectSchema;
  return Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' && /^date(?:-time)?$/.test(property.format ?? '') ? [name] : [],
  );
}

test('some routes have them', () => {
  expect(TIMED.length).toBeGreaterThan(5);
});

test.each(TIMED.map((route) => [nameOf(route), route] as const))(
  '%s has an answer at the edges of time',
  async (_name, route) => {
    const path = route.path.replace('{partner_id}', String(partnerId)).replaceAll(/\{\w+\}/g, '1');
    const key = route.operation.permission === 'administrator' ? keys.admin : keys.partner;
    const names = timesOf(route);
    const failures: string[] = [];
    for (const value of DAYS) {
      for (const given of [...names.map((name) => [name]), names]) {
        const query = new URLSearchParams();
        for (const name of given) query.set(name, name.endsWith('_at') ? `${value}T00:00:00Z` : value);
        const { status } = await edge.request(`/api/v1${path}?${query}`, { key });
        if (status >= 500) failures.push(String(query));
      }
    }
    expect(failures).toEqual([]);
  },
);
