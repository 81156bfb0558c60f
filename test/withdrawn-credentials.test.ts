import { readdirSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import { EVENT_STREAM } from '../api/event-streams/event.ts';
import { MAX_AGE_MS } from '../api/middleware/credential-check.ts';
import type { JsonRoute, OpenedStream, Route } from '../api/route.ts';
import { releaseSlot } from '../domain/kernel/request-slot.ts';
import { revokePartnerKey } from '../domain/partner-keys/operations/revoke-key.ts';
import { updatePartner } from '../domain/partners/operations/update-partner.ts';
import { ROOT } from '../infra/deploy/programs.ts';
import { startTestEdge, type TestEdge } from './environment/edge.ts';
import { readProjectFile } from './environment/repository.ts';
import { startTestService, type TestService } from './environment/service.ts';
import { waitUntil } from './environment/wait-until.ts';

/** A piece of a stream is made so often, milliseconds. */
const PIECE_MS = 50;
const ROUTES = routesOf(AREAS);
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

/** Answers go on until they may not, whatever the route would send. */
const ENDLESS = {
  async open(): Promise<OpenedStream> {
    async function* pieces() {
      for (;;) {
        yield 'data: what the partner has\n\n';
        await delay(PIECE_MS);
      }
    }
    return { headers: {}, chunks: pieces(), failed: undefined };
  },
};
/** How a file sends an answer that is not one text. */
const IN_PARTS = /openEventStream|sendEvents|Readable\.from|\.pipe\(|res\.write\(|respond = false/;

/** Every stream of the product: routes that are one, and those that answer by one where a client asks for events. */
const STREAMS = ROUTES.flatMap((route): Route[] => {
  if (route.kind === 'stream') return [{ ...route, ...ENDLESS }];
  return route.events ? [{ ...route, events: { ...route.events, ...ENDLESS } }] : [];
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A key that may ask for a lot, and what withdraws it. */
async function caller() {
  const partner = await service.createPartner();
  await service.run(service.admin, updatePartner, {
    params: { partner_id: partner.id },
    input: { plan: 'enterprise' },
  });
  const { key, plaintext } = await service.createKey(partner, { rate_limit_per_minute: 10_000 });
  const params = { partner_id: partner.id, key_id: key.id };
  return {
    key: plaintext ?? '',
    withdraw: () => service.run(service.admin, revokePartnerKey, { params, input: { reason: 'Lost' } }),
  };
}

interface Exchange {
  request: ClientRequest;
  /** So far: the status, the bytes, and how it ended. */
  seen: { status?: number; bytes: number; end?: 'whole' | 'cut off' };
}

/** Begins a request of a route; its body is what the caller writes. */
function begin(edge: TestEdge, route: Route, key: string, { query = '', headers = {} } = {}): Exchange {
  const at = `/api/v1${route.path.replace(/\{\w+\}/g, '1')}${query}`;
  const seen: Exchange['seen'] = { bytes: 0 };
  const request = open(edge.origin + at, {
    method: route.method,
    agent: false,
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
  const cut = () => {
    seen.end ??= 'cut off';
  };
  request.on('error', cut);
  request.on('response', (response: IncomingMessage) => {
    seen.status = response.statusCode ?? 0;
    response.on('data', (bytes: Buffer) => {
      seen.bytes += bytes.length;
    });
    response.on('error', cut);
    response.on('end', () => {
      seen.end ??= 'whole';
    });
  });
  return { request, seen };
}

describe('what a stream still sends once its credential is withdrawn', () => {
  let edge: TestEdge;
  beforeAll(async () => {
    const subscribe = ROUTES.filter((route) => nameOf(route) === 'POST /gtm-schedule/subscription');
    // So rarely is an idle stream looked at that only what it sends can end it.
    edge = await startTestEdge(service, [...subscribe, ...STREAMS], { http: { streamRecheckMs: 600_000 } });
  });
  afterAll(() => edge?.close());

  test('is less than what a second brings, on each of them; half a file is cut off', async () => {
    const { key, withdraw } = await caller();
    const subscribed = await edge.request('/api/v1/gtm-schedule/subscription', { method: 'POST', key, body: {} });
    const query = `?token=${subscribed.body.data.token}`;
    const exchanges = STREAMS.map((route) => {
      const headers = { Accept: EVENT_STREAM, 'Content-Type': 'application/json' };
      const { request, seen } = begin(edge, route, key, { headers, query });
      request.end(route.method === 'GET' ? undefined : '{}');
      const isFile = route.kind === 'stream' && route.contentType !== EVENT_STREAM;
      return { name: nameOf(route), isFile, seen };
    });
    expect(exchanges.length).toBeGreaterThan(10);
    const stateOf = (shown: (seen: Exchange['seen']) => unknown) =>
      Object.fromEntries(exchanges.map(({ name, seen }) => [name, shown(seen)]));
    await waitUntil(
      'each stream to have begun',
      () => stateOf(({ bytes }) => bytes > 0),
      (begun) => Object.values(begun).every(Boolean),
    );
    expect(stateOf(({ end }) => end)).toEqual(stateOf(() => undefined));
    await withdraw();
    const withdrawnAt = performance.now();
    await waitUntil(
      'each stream to end',
      () => stateOf(({ end }) => end),
      (ends) => Object.values(ends).every(Boolean),
      { limitMs: 10 * MAX_AGE_MS },
    );
    expect(performance.now() - withdrawnAt).toBeLessThan(5 * MAX_AGE_MS);
    expect(stateOf(({ end }) => end)).toEqual(
      Object.fromEntries(exchanges.map(({ name, isFile }) => [name, isFile ? 'cut off' : 'whole'])),
    );
  });
});

/** The same routes with another answer than their own. */
function answering(routes: readonly Route[], respond: JsonRoute['respond']): Route[] {
  return routes.map((route) => (route.kind === 'json' ? { ...route, respond } : { ...route, ...ENDLESS }));
}

const JSON_ROUTES = ROUTES.filter(({ kind }) => kind === 'json');
const WITH_BODY = ROUTES.filter(({ method }) => method !== 'GET');
/** A body in two parts: what a client sends as slowly as it likes. */
const [FIRST, REST] = ['{', '}'];
const SLOW = { headers: { 'Content-Type': 'application/json', 'Content-Length': '2' } };

const statusesOf = (exchanges: readonly (Exchange & { name: string })[]) =>
  Object.fromEntries(exchanges.map(({ name, seen }) => [name, seen.status]));
const everyOne = (routes: readonly Route[], status: number) =>
  Object.fromEntries(routes.map((route) => [nameOf(route), status]));

test('a body that comes to its end once the credential is withdrawn does nothing, whatever the route', async () => {
  const [{ key, withdraw }, { key: other }] = await Promise.all([caller(), caller()]);
  let [admitted, answered] = [0, 0];
  const count = () => {
    admitted += 1;
  };
  const uses = { count, fail: () => undefined, stop: async () => undefined };
  const routes = answering(WITH_BODY, async () => {
    answered += 1;
    return { status: 200, body: {} };
  });
  const edge = await startTestEdge(service, routes, { uses });
  const slow = routes.map((route) => ({ name: nameOf(route), ...begin(edge, route, key, SLOW) }));
  const still = begin(edge, routes.find(({ kind }) => kind === 'json') as Route, other, SLOW);
  for (const { request } of [...slow, still]) request.write(FIRST);
  await waitUntil('each request to be admitted', () => admitted === slow.length + 1);
  await withdraw();
  await delay(MAX_AGE_MS);
  for (const { request } of slow) request.end(REST);
  await waitUntil('each answer', () => slow.every(({ seen }) => seen.end !== undefined));
  expect(statusesOf(slow)).toEqual(everyOne(routes, 401));
  expect(answered).toBe(0);
  still.request.end(REST);
  await waitUntil('the answer to a key that was not withdrawn', () => still.seen.end === 'whole');
  expect(still.seen.status).toBe(200);
  await edge.close();
});

test('an answer that was asked for before the credential is withdrawn is given, whatever the route', async () => {
  const { key, withdraw } = await caller();
  const { promise: ready, resolve: makeReady } = Promise.withResolvers<void>();
  let asked = 0;
  const routes = answering(JSON_ROUTES, async () => {
    asked += 1;
    // As what waits for an AI or a workflow, so that the others begin meanwhile.
    releaseSlot();
    await ready;
    return { status: 204, body: undefined };
  });
  const edge = await startTestEdge(service, routes);
  const waiting = routes.map((route) => ({ name: nameOf(route), ...begin(edge, route, key) }));
  for (const { request } of waiting) request.end();
  await waitUntil('each request to be at work', () => asked === waiting.length);
  await withdraw();
  await delay(MAX_AGE_MS);
  makeReady();
  await waitUntil('each answer', () => waiting.every(({ seen }) => seen.end !== undefined));
  expect(statusesOf(waiting)).toEqual(everyOne(routes, 204));
  await edge.close();
});

test('looking a credential up again costs a short request no statement, and a long file one a second', async () => {
  const { key } = await caller();
  const uses = { count: () => undefined, fail: () => undefined, stop: async () => undefined };
  const short = answering(JSON_ROUTES.slice(0, 1), async () => ({ status: 200, body: {} }));
  const file = STREAMS.filter((route) => route.kind === 'stream' && route.contentType !== EVENT_STREAM).slice(0, 1);
  const edge = await startTestEdge(service, [...short, ...file], { uses });
  const ask = async (route: Route, seconds: number) => {
    const { request, seen } = begin(edge, route, key);
    request.end();
    await waitUntil('the answer to begin', () => seen.bytes > 0);
    await delay(seconds * MAX_AGE_MS);
    request.destroy();
  };
  // From then on the key is in memory.
  await ask(short[0] as Route, 0);
  const asked = jest.spyOn(service.deps.db, 'query');
  const countOf = async (work: Promise<void>) => {
    const before = asked.mock.calls.length;
    await work;
    return asked.mock.calls.length - before;
  };
  // Each is counted against its limits by one.
  expect(await countOf(ask(short[0] as Route, 0))).toBe(1);
  const began = performance.now();
  const ofFile = await countOf(ask(file[0] as Route, 3));
  const seconds = Math.ceil((performance.now() - began) / MAX_AGE_MS);
  expect(ofFile).toBeGreaterThan(1);
  expect(ofFile).toBeLessThanOrEqual(1 + seconds);
  asked.mockRestore();
  await edge.close();
});

/** Files that send an answer piece by piece, and what ends it. */
const IN_PIECES: Readonly<Record<string, string>> = {
  'api/event-streams/writer.ts': 'What all event streams are written by.',
  'api/middleware/streams.ts': 'All streams of routes: the first test here.',
  'api/mcp/transport/notification-stream.ts': 'test/acceptance/mcp-streams.test.ts',
  'api/mcp/transport/get.ts': 'test/acceptance/mcp-streams.test.ts',
  'api/mcp/transport/response.ts': 'test/acceptance/mcp-streams.test.ts',
  'api/mcp/modern/listen.ts': 'test/acceptance/mcp-modern.test.ts',
  'api/send.ts': 'A whole answer, which is written at once.',
  'api/compression.ts': 'A whole answer, which is written at once.',
  'api/static-page.ts': 'The same for everybody.',
  'api/oauth/server.ts': 'A page of the provider, which is written at once.',
  'api/oauth/interactions.ts': 'A redirection.',
};

test('nothing else writes answers in pieces: a new stream is a route, or checks its credential itself and stands here', () => {
  const written = readdirSync(path.join(ROOT, 'api'), { recursive: true, encoding: 'utf8' })
    .map((file) => `api/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => IN_PARTS.test(readProjectFile(file)));
  expect(written.sort()).toEqual(Object.keys(IN_PIECES).sort());
});
