import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { send } from '../environment/http.ts';
import { documentedMetrics, firstGroups } from '../environment/repository.ts';
import { runningStack } from '../environment/running-stack.ts';
import { EXPECTED_ROUTES, GATEWAY_ROUTES, MCP_ROUTES } from '../routes.ts';

const NOBODY = { key: null };

test.each([0, 1] as const)('process %i is alive and ready, with each part named', async (process) => {
  for (const path of ['/healthz', '/livez']) {
    const alive = await send('GET', path, { ...NOBODY, process });
    expect([alive.status, alive.body]).toEqual([200, { status: 'ok' }]);
  }
  const ready = await send('GET', '/readyz', { ...NOBODY, process });
  expect(ready.status).toBe(200);
  expect(ready.body).toEqual({ status: 'ready', checks: { database: 'up', temporal: 'up', ai: 'up' } });
});

test('metrics are in the Prometheus format, on ports of their own', async () => {
  const { api, worker } = runningStack().metrics ?? {};
  for (const origin of [api, worker]) {
    const reply = await fetch(`${origin}/metrics`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(await reply.text()).toMatch(/^# TYPE \w+ histogram$/m);
  }
  expect((await send('GET', '/metrics', NOBODY)).status).toBe(404);
});

test('every metric that the documentation names is there, and every one that is there is documented', async () => {
  const { api, worker } = runningStack().metrics ?? {};
  const scraped = async (origin: string | undefined) => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    return firstGroups(text, /^# TYPE (marketwright_\w+)/gm);
  };
  const [ofApi, ofWorker] = [await scraped(api), await scraped(worker)];
  expect(ofApi.sort()).toEqual(documentedMetrics('API', 'both').sort());
  expect(ofWorker.sort()).toEqual(documentedMetrics('worker', 'both').sort());
});

test('the OpenAPI document has every route', async () => {
  const reply = await send('GET', '/openapi.json', NOBODY);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  const { paths } = reply.body as { paths: Record<string, Record<string, unknown>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = [...EXPECTED_ROUTES, ...MCP_ROUTES, ...GATEWAY_ROUTES].map(([method, path]) => `${method} ${path}`);
  expect(described.sort()).toEqual(expected.sort());
});

test('the OpenAPI document is there as YAML, too', async () => {
  const [json, yaml] = await Promise.all(['json', 'yaml'].map((kind) => send('GET', `/openapi.${kind}`, NOBODY)));
  expect([yaml?.status, yaml?.headers.get('Content-Type')]).toEqual([200, 'application/yaml; charset=utf-8']);
  expect(parse(yaml?.text ?? '')).toEqual(json?.body);
});

describe('programs find', () => {
  test.each(['/api/v1/mcp/server-card', '/.well-known/mcp/server-card.json', '/.well-known/ai-catalog.json'])(
    'the MCP server by %s',
    async (path) => {
      const reply = await send('GET', path, NOBODY);
      expect([reply.status, reply.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
      const [origin] = runningStack().origins;
      expect(reply.text).toContain(
        path.endsWith('catalog.json') ? `${origin}/api/v1/mcp/server-card` : `${origin}/api/v1/mcp`,
      );
    },
  );

  test('the guides by llms.txt', async () => {
    const reply = await send('GET', '/llms.txt', NOBODY);
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(reply.text).toContain(`${runningStack().origins[0]}/docs/guides/tutorial.md`);
  });

  test('nobody to report to where the operator names nobody', async () => {
    expect((await send('GET', '/.well-known/security.txt', NOBODY)).status).toBe(404);
  });
});

test('the page for people shows it', async () => {
  const reply = await send('GET', '/docs', NOBODY);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(reply.text).toContain('<title>Marketwright API</title>');
  const scripts = [...reply.text.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path as string);
  expect(scripts).toHaveLength(2);
  for (const path of scripts) expect((await send('GET', path, NOBODY)).status).toBe(200);
});

describe('the guides', () => {
  test.each([
    ['/docs/guides', '/docs/guides/tutorial'],
    ['/docs/guides/operators', '/docs/guides/start'],
  ])('%s leads to the first one', async (path, first) => {
    const reply = await send('GET', path, NOBODY);
    expect([reply.status, reply.headers.get('Location')]).toEqual([302, first]);
    const page = await send('GET', first, NOBODY);
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'self'");
  });

  const find = (query: Record<string, string>, path = '/docs/guides/search') => send('GET', path, { ...NOBODY, query });
  const results = (text: string) => firstGroups(text, /<li><a href="(\/docs\/guides\/[^"]+#[^"]*)"/g);

  test('are searched by a form without a script, those of partners apart from those of operators', async () => {
    const ofPartners = await find({ q: 'webhook signature' });
    expect(ofPartners.status).toBe(200);
    expect(ofPartners.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(ofPartners.headers.get('Content-Security-Policy')).toMatch(/default-src 'none';.*form-action 'self'/);
    expect(ofPartners.text).not.toContain('<script');
    expect(results(ofPartners.text)).toContain('/docs/guides/webhooks#deliveries');
    expect(results((await find({ q: 'TEMPORAL_ADDRESS' })).text)).toEqual([]);
    const ofOperators = await find({ q: 'TEMPORAL_ADDRESS' }, '/docs/guides/operators/search');
    expect(results(ofOperators.text).length).toBeGreaterThan(0);
    expect(results(ofOperators.text).filter((path) => path.includes('/webhooks#'))).toEqual([]);
  });

  test('are found ten to a page', async () => {
    const first = await find({ q: 'partner' });
    const next = /<a rel="next" href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const second = await send('GET', next, NOBODY);
    expect([results(first.text).length, results(second.text).length]).toEqual([10, 10]);
    expect(results(second.text).filter((path) => results(first.text).includes(path))).toEqual([]);
    expect(second.text).toMatch(/<a rel="prev" href="[^"]+page=1"/);
    const beyond = await find({ q: 'partner', page: '999' });
    expect([beyond.status, results(beyond.text)]).toEqual([200, []]);
  });

  test('show what is searched for as text', async () => {
    const reply = await find({ q: '"><script>alert(1)</script>' });
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain('<script');
    expect(reply.text).toContain('value="&#34;&#62;&#60;script&#62;alert(1)');
  });

  test.each<[string, string]>([
    ['a text of 101 characters', `q=${'x'.repeat(101)}`],
    ['two texts', 'q=a&q=b'],
    ['page 0', 'q=a&page=0'],
    ['page 1e1', 'q=a&page=1e1'],
  ])('are not searched for %s', async (_what, query) => {
    const reply = await send('GET', `/docs/guides/search?${query}`, NOBODY);
    expect(reply.status).toBe(422);
    expect(results(reply.text)).toEqual([]);
  });
});
