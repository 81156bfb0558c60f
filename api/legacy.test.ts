import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Partner } from '../domain/partners/types.ts';
import { startTestEdge, type TestEdge } from '../test/environment/edge.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { affiliatesArea } from './affiliates/area.ts';
import { routesOf } from './area.ts';
import { creditsArea } from './credits/area.ts';
import { legacyHeaders } from './legacy.ts';

jest.setTimeout(60_000);

const LEGACY = '/api/affiliates/update-reference';
const VERSIONED = '/api/v1/affiliates/update-reference';
const HEADERS = {
  Deprecation: 'true',
  Sunset: '2026-07-01',
  Link: `<${VERSIONED}>; rel=successor-version`,
  'X-Deprecation-Notice': `This path is deprecated; use ${VERSIONED}. It may answer 410 Gone from 2026-07-01 on.`,
};
const NONE = Object.fromEntries(Object.keys(HEADERS).map((name) => [name, null]));

let service: TestService;
let partner: Partner;
let key: string | null;
const edges: Record<'serve' | 'gone', TestEdge | undefined> = { serve: undefined, gone: undefined };
beforeAll(async () => {
  service = await startTestService();
  const routes = routesOf([affiliatesArea, creditsArea]);
  edges.serve = await startTestEdge(service, routes);
  edges.gone = await startTestEdge(service, routes, { http: { legacyRoutes: 'gone' } });
});
beforeEach(async () => {
  ({ partner, plaintext: key } = await service.createCaller());
});
afterAll(async () => {
  await edges.serve?.close();
  await edges.gone?.close();
  await service.stop();
});

type Mode = keyof typeof edges;

async function ask(mode: Mode, path: string, options: { method?: string; from?: string | null } = {}) {
  const { method = 'POST', from = key } = options;
  const body = method === 'POST' ? { reference: `acme-${partner.id}` } : undefined;
  const reply = await edges[mode]?.request(path, { method, key: from, body });
  if (!reply) throw new Error('There is no edge.');
  return reply;
}

function deprecation({ headers }: { headers: Headers }): Record<string, string | null> {
  return Object.fromEntries(Object.keys(HEADERS).map((name) => [name, headers.get(name)]));
}

const callers = async (mode: Mode) => {
  const metric = await edges[mode]?.registry.getSingleMetric('marketwright_legacy_requests_total')?.get();
  return metric?.values.map(({ labels, value }) => ({ ...labels, value })) ?? [];
};

describe('a path without the version', () => {
  test('is served as the one with it, and says that it is deprecated', async () => {
    const legacy = await ask('serve', LEGACY);
    expect([legacy.status, deprecation(legacy)]).toEqual([200, HEADERS]);
    const versioned = await ask('serve', VERSIONED);
    expect([versioned.status, deprecation(versioned)]).toEqual([200, NONE]);
    expect(versioned.body).toEqual(legacy.body);
  });

  test('shares Idempotency-Keys with the one with it', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const options = { method: 'POST', key, headers, body: { reference: `acme-${partner.id}` } };
    await edges.serve?.request(VERSIONED, options);
    const repeat = await edges.serve?.request(LEGACY, options);
    expect(repeat?.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('says so in failures, too', async () => {
    const anonymous = await ask('serve', LEGACY, { from: null });
    expect([anonymous.status, deprecation(anonymous)]).toEqual([401, HEADERS]);
    const wrong = await ask('serve', LEGACY, { method: 'GET' });
    expect([wrong.status, deprecation(wrong)]).toEqual([405, HEADERS]);
  });

  test('is gone where it was switched off, with the same headers, whoever asks', async () => {
    for (const from of [key, null]) {
      const reply = await ask('gone', LEGACY, { from });
      expect([reply.status, reply.body.error.code, deprecation(reply)]).toEqual([410, 'GONE', HEADERS]);
    }
    expect((await ask('gone', VERSIONED)).status).toBe(200);
  });

  test.each(['/api/app/usage-data', '/api/v2/affiliates/update-reference', '/api/affiliates', '/apiaffiliates'])(
    '%s, which there never was, is unknown',
    async (path) => {
      for (const mode of ['serve', 'gone'] as const) {
        const reply = await ask(mode, path, { method: 'GET' });
        expect([reply.status, deprecation(reply)]).toEqual([404, NONE]);
      }
    },
  );

  test('is counted by who asked', async () => {
    await ask('serve', LEGACY);
    await ask('serve', LEGACY);
    await ask('serve', VERSIONED);
    await ask('gone', LEGACY);
    const own = { route: VERSIONED, partner: partner.id };
    expect(await callers('serve')).toContainEqual({ ...own, value: 2 });
    expect(await callers('serve')).toContainEqual({ route: VERSIONED, partner: 'none', value: 1 });
    expect(await callers('gone')).toContainEqual({ ...own, value: 1 });
  });
});

test('a path is repeated as a header can hold it', () => {
  expect(legacyHeaders('/api/v1/a/<x>/ü%0D')['Link']).toBe('</api/v1/a/%3Cx%3E/%C3%BC%0D>; rel=successor-version');
});
