import { expect, test } from '@jest/globals';
import { send } from '../environment/http.ts';
import { documentedMetrics, firstGroups } from '../environment/repository.ts';
import { runningStack } from '../environment/running-stack.ts';
import { EXPECTED_ROUTES, GATEWAY_ROUTES, MCP_ROUTES } from '../routes.ts';

const NOBODY = { key: null };

test.each([0, 1] as const)('process %i is alive and ready, with each part named', async (process) => {
  expect((await send('GET', '/healthz', { ...NOBODY, process })).status).toBe(200);
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

test('the page for people shows it', async () => {
  const reply = await send('GET', '/docs', NOBODY);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(reply.text).toContain('<title>Marketwright API</title>');
  const scripts = [...reply.text.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path as string);
  expect(scripts).toHaveLength(2);
  for (const path of scripts) expect((await send('GET', path, NOBODY)).status).toBe(200);
});
