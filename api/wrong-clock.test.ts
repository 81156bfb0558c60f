import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createClockComparison } from '../infra/clock/comparison.ts';
import { startTestEdge, type TestEdge } from '../test/environment/edge.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { routesOf } from './area.ts';
import { AREAS } from './areas.ts';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;

let service: TestService;
let edge: TestEdge;
beforeAll(async () => {
  service = await startTestService();
  const { deps, dataSource } = service;
  const clocks = createClockComparison({
    clock: deps.clock,
    readDatabase: async () => (await dataSource.query('SELECT clock_timestamp() AS now'))[0].now,
    toleranceMs: 300_000,
  });
  edge = await startTestEdge(service, routesOf(AREAS), {
    clocks,
    readiness: { database: { check: clocks.requireAgreement } },
  });
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

test('a process whose clock is two days ahead refuses a repeat, which would run again, and is not ready', async () => {
  const { partner, plaintext } = await service.createCaller({ permissions: ['read', 'write'] });
  const create = () =>
    edge.request('/api/v1/content-workflow/brand-voices', {
      method: 'POST',
      key: plaintext ?? '',
      headers: { 'Idempotency-Key': 'once' },
      body: { name: 'Once' },
    });
  const first = await create();
  expect(first.status).toBe(201);

  service.setClock(new Date(Date.now() + 2 * DAY_MS));
  expect(await create()).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } });
  expect(await edge.request('/readyz')).toMatchObject({ status: 503, body: { checks: { database: 'down' } } });
  expect((await edge.request('/healthz')).status).toBe(200);
  expect(await edge.request('/api/v1/mcp', { method: 'POST', body: {} })).toMatchObject({
    status: 503,
    body: { jsonrpc: '2.0', id: null, error: { code: -32603, data: { code: 'SERVICE_UNAVAILABLE' } } },
  });
  expect(await edge.request('/oauth/token', { method: 'POST', body: {} })).toMatchObject({
    status: 503,
    body: { error: 'temporarily_unavailable' },
  });
  const page = await fetch(`${edge.origin}/oauth/auth`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
    503,
    '2',
    expect.stringContaining('temporarily unavailable'),
  ]);

  service.setClock(undefined);
  const repeated = await create();
  expect([repeated.status, repeated.body]).toEqual([201, first.body]);
  const [row] = await service.dataSource.query('SELECT count(*)::int AS count FROM brand_voice WHERE partner_id = $1', [
    partner.id,
  ]);
  expect(row).toEqual({ count: 1 });
});
