import { request as httpRequest } from 'node:http';

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createAdminKey } from '../domain/admin-keys/steps/create-admin-key.ts';
import { partnerKeyAuthenticator } from '../domain/credentials/authenticator.ts';
import { perform } from '../domain/kernel/step.ts';
import { createRateLimiter } from '../domain/rate-limits/limiter.ts';
import { createDataSource } from '../infra/database/data-source.ts';
import { startTestEdge, type TestAnswer, type TestEdge } from '../test/environment/edge.ts';
import { ran, sampleRoutes } from '../test/environment/sample-routes.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { waitUntil } from '../test/environment/wait-until.ts';
import { clientAddress } from './middleware/client-address.ts';

const LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

jest.setTimeout(60_000);

let service: TestService;
let edge: TestEdge;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, sampleRoutes, {
    http: { publicUrl: 'http://localhost', corsOrigins: ['https://app.example'] },
    clientAddress: clientAddress(['127.0.0.1']),
    readiness: { database: { check: () => service.deps.db.query('SELECT 1') } },
  });
  key = await enterpriseKey();
});

afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

async function enterpriseKey(settings: object = {}): Promise<string> {
  const partner = await service.createPartner();
  await service.deps.db.query(`UPDATE partner SET plan = 'enterprise' WHERE id = $1`, [partner.id]);
  const made = await service.createKey(partner, { rate_limit_per_minute: 10_000, ...settings });
  return made.plaintext ?? '';
}

function expectError(answer: TestAnswer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code });
  expect(answer.body.success).toBe(false);
  expect(typeof answer.body.error.message).toBe('string');
  expect(answer.headers.get('X-Request-Id')).toBeTruthy();
}

/** A proxy in front of the database whose connections can be cut. */
async function startProxy({ url: target = '' }: { url?: string }) {
  const database = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(database.port), database.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  const open = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await open(0);
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    open: () => open(Number(url.port)),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function expectLimitHeaders(answer: TestAnswer): void {
  for (const name of LIMIT_HEADERS) expect([name, answer.headers.get(name)]).not.toEqual([name, null]);
}

describe('every answer under /api', () => {
  test.each<[string, number, Parameters<TestEdge['request']>[1] & { anonymous?: true }]>([
    ['/api/v1/samples/5', 200, {}],
    ['/api/v1/samples/5', 401, { anonymous: true }],
    ['/api/v1/nowhere', 404, {}],
    ['/api/v1/nowhere', 401, { anonymous: true }],
    ['/api', 401, { anonymous: true }],
    ['/api/v2/samples', 404, {}],
    ['/api/v1/samples/5', 405, { method: 'PUT', anonymous: true }],
    ['/api/v1/samples/5', 405, { method: 'PUT' }],
    ['/api/v1/samples', 422, { method: 'POST', body: {} }],
    ['/api/v1/samples', 500, { method: 'POST', body: { name: 'x', fail: 'before' } }],
    ['/api/v1/samples/5', 204, { method: 'DELETE' }],
    ['/api/v1/samples/5', 204, { method: 'OPTIONS', anonymous: true }],
  ])('%s answers %i with the headers of the limits', async (path, status, { anonymous, ...options }) => {
    const answer = await edge.request(path, { key: anonymous ? undefined : key, ...options });
    expect(answer.status).toBe(status);
    expectLimitHeaders(answer);
    expect(answer.headers.get('X-Request-Id')).toMatch(/^req_/);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  test('a known path by another method tells what it takes', async () => {
    const answer = await edge.request('/api/v1/samples/5', { method: 'PATCH' });
    expectError(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('Allow')).toBe('DELETE, GET, HEAD, OPTIONS');
  });

  test('is kept by nobody', async () => {
    const answers = [
      await edge.request('/api/v1/samples/5', { key }),
      await edge.request('/api/v1/samples', { key, method: 'POST', body: { name: 'unkept' } }),
      await edge.request('/api/v1/samples', { key, method: 'POST', body: {} }),
      await edge.request('/api/v1/samples/5'),
      await edge.request('/api/v1/nowhere', { key }),
      await edge.request('/api/v1/samples/5', { key, method: 'PUT' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 422, 401, 404, 405]);
    for (const { headers } of answers) expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test.each(['/nowhere', '/docs/nowhere', '/.well-known/nowhere', '/healthz', '/livez', '/readyz', '/'])(
    'is kept by nobody at %s, outside the API, either',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const { headers } = await edge.request(path, { method });
        expect(headers.get('Cache-Control')).toBe('no-store');
      }
    },
  );

  test('is kept for a while where it says so', async () => {
    const { headers } = await edge.request('/favicon.ico');
    expect(headers.get('Cache-Control')).toBe('public, max-age=300');
  });

  test('HEAD is GET without the body, and a trailing slash changes nothing', async () => {
    const head = await edge.request('/api/v1/samples/5', { key, method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await edge.request('/api/v1/samples/5/', { key })).status).toBe(200);
    expect((await edge.request('/api/v1/SAMPLES/5', { key })).status).toBe(404);
  });

  test('the id of a request is the caller’s own where it is sane', async () => {
    const own = await edge.request('/healthz', { headers: { 'X-Request-Id': 'order-2024.55_a' } });
    expect(own.headers.get('X-Request-Id')).toBe('order-2024.55_a');
    const bad = await edge.request('/healthz', { headers: { 'X-Request-Id': 'a b"c d e f g' } });
    expect(bad.headers.get('X-Request-Id')).toMatch(/^req_[0-9a-f]{32}$/);
  });
});

describe('credentials', () => {
  test.each([
    ['none', {}],
    ['another scheme', { Authorization: 'Basic eDp5' }],
    ['no token', { Authorization: 'Bearer ' }],
    ['another form', { Authorization: 'Bearer nonsense' }],
    ['an unknown key', { Authorization: `Bearer vp3_${'a'.repeat(48)}` }],
    ['an unknown administrator key', { Authorization: `Bearer adm_${'a'.repeat(48)}` }],
  ])('%s: 401', async (_name, headers) => {
    const answer = await edge.request('/api/v1/samples/5', { headers });
    expectError(answer, 401, 'UNAUTHORIZED');
    expect(answer.headers.get('WWW-Authenticate')).toMatch(
      /^Bearer .*resource_metadata="http:\/\/localhost\/\.well-known\//,
    );
  });

  test('the scheme is not case-sensitive', async () => {
    const answer = await edge.request('/api/v1/samples/5', { headers: { Authorization: `bearer ${key}` } });
    expect(answer.status).toBe(200);
  });

  test('a partner key does not administer', async () => {
    expectError(await edge.request('/api/v1/3pi-partners', { key }), 403, 'FORBIDDEN');
  });

  test('an administrator key administers, and does not act for a partner', async () => {
    const { plaintext } = await perform(service.deps, createAdminKey, { name: 'Tests' });
    const answer = await edge.request('/api/v1/3pi-partners', { key: plaintext });
    expect([answer.status, answer.headers.get('X-RateLimit-Limit')]).toEqual([200, '10000']);
    expectError(await edge.request('/api/v1/samples/5', { key: plaintext }), 403, 'FORBIDDEN');
  });

  test('a key that was revoked elsewhere is refused on the very next request', async () => {
    const partner = await service.createPartner();
    const made = await service.createKey(partner);
    const mine = made.plaintext ?? '';
    expect((await edge.request('/api/v1/samples/5', { key: mine })).status).toBe(200);
    await service.deps.db.query('UPDATE partner_key SET is_active = false, version = version + 1 WHERE id = $1', [
      made.key.id,
    ]);
    expectError(await edge.request('/api/v1/samples/5', { key: mine }), 401, 'UNAUTHORIZED');
    expectLimitHeaders(await edge.request('/api/v1/samples/5', { key: mine }));
  });

  test('a changed key counts by its new settings at once', async () => {
    const partner = await service.createPartner();
    const made = await service.createKey(partner);
    const mine = made.plaintext ?? '';
    expect((await edge.request('/api/v1/samples/5', { key: mine })).headers.get('X-RateLimit-Limit')).toBe('60');
    await service.deps.db.query(
      'UPDATE partner_key SET rate_limit_per_minute = 7, version = version + 1 WHERE id = $1',
      [made.key.id],
    );
    const answer = await edge.request('/api/v1/samples/5', { key: mine });
    expect([answer.headers.get('X-RateLimit-Limit'), answer.headers.get('X-RateLimit-Remaining')]).toEqual(['7', '5']);
  });

  test('a key expires by the clock, though a copy of it is in memory', async () => {
    const soon = new Date(Date.now() + 3_600_000);
    const mine = await enterpriseKey({ expires_at: soon.toISOString() });
    expect((await edge.request('/api/v1/samples/5', { key: mine })).status).toBe(200);
    service.setClock(soon);
    try {
      expectError(await edge.request('/api/v1/samples/5', { key: mine }), 401, 'UNAUTHORIZED');
    } finally {
      service.setClock(undefined);
    }
  });

  test('a suspended partner is forbidden', async () => {
    const { partner, plaintext } = await service.createCaller();
    const mine = plaintext ?? '';
    expect((await edge.request('/api/v1/samples/5', { key: mine })).status).toBe(200);
    await service.deps.db.query(`UPDATE partner SET status = 'suspended', version = version + 1 WHERE id = $1`, [
      partner.id,
    ]);
    expectError(await edge.request('/api/v1/samples/5', { key: mine }), 403, 'FORBIDDEN');
  });

  test('uses are counted in batches', async () => {
    const { key: row, plaintext } = await service.createCaller();
    const counting = await startTestEdge(service, sampleRoutes);
    for (let n = 0; n < 3; n += 1) await counting.request('/api/v1/samples/5', { key: plaintext ?? '' });
    await counting.close();
    const rows = await service.deps.db.query('SELECT total_requests, last_used_at FROM partner_key WHERE id = $1', [
      row.id,
    ]);
    expect(rows[0].total_requests).toBe(3);
    expect(rows[0].last_used_at).toBeInstanceOf(Date);
  });
});

describe('IP allowlist', () => {
  test.each([
    [['203.0.113.7'], '203.0.113.7', 200],
    [['203.0.113.0/24'], '203.0.113.99', 200],
    [['203.0.113.0/24'], '203.0.114.1', 403],
    [['203.0.113.7'], '::ffff:203.0.113.7', 200],
    [['2001:db8::/32'], '2001:db8:1::5', 200],
    [['2001:db8::/32'], '2001:db9::5', 403],
    // Entries that the client wrote itself stand further left.
    [['203.0.113.7'], '203.0.113.7, 198.51.100.1', 403],
    [['203.0.113.7'], '198.51.100.1, 203.0.113.7', 200],
    [['203.0.113.7'], '203.0.113.7:5123', 200],
    [['203.0.113.7'], 'nonsense', 403],
  ])('%j with X-Forwarded-For %s: %i', async (allowed, forwarded, status) => {
    const mine = await enterpriseKey({ allowed_ip_addresses: allowed });
    const answer = await edge.request('/api/v1/samples/5', { key: mine, headers: { 'X-Forwarded-For': forwarded } });
    expect(answer.status).toBe(status);
    expectLimitHeaders(answer);
    if (status === 403) expectError(answer, 403, 'IP_NOT_ALLOWED');
  });

  test('a key from a forbidden address gets a 404 for an unknown route', async () => {
    const mine = await enterpriseKey({ allowed_ip_addresses: ['203.0.113.7'] });
    const headers = { 'X-Forwarded-For': '198.51.100.1' };
    expectError(await edge.request('/api/v1/nothing', { key: mine, headers }), 404, 'NOT_FOUND');
  });

  test('without trusted proxies nobody can claim another address', async () => {
    const plain = await startTestEdge(service, sampleRoutes);
    try {
      const mine = await enterpriseKey({ allowed_ip_addresses: ['203.0.113.7'] });
      const headers = { 'X-Forwarded-For': '203.0.113.7' };
      expectError(await plain.request('/api/v1/samples/5', { key: mine, headers }), 403, 'IP_NOT_ALLOWED');
    } finally {
      await plain.close();
    }
  });
});

describe('paths and queries', () => {
  test.each(['0', '-1', '1.5', 'abc', '9007199254740992', '99999999999999999999', '1e3', '%00', '5%00', '%zz', '%ff'])(
    'id %s names no record',
    async (id) => expectError(await edge.request(`/api/v1/samples/${id}`, { key }), 404, 'NOT_FOUND'),
  );

  test.each(['%00', 'a%00b', '%E0%A4%A'])('name %s names no record', async (name) =>
    expectError(await edge.request(`/api/v1/named/${name}`, { key }), 404, 'NOT_FOUND'),
  );

  test('a path of more than 2,048 characters is no route', async () =>
    expectError(await edge.request(`/api/v1/named/${'a'.repeat(2_050)}`, { key }), 404, 'NOT_FOUND'));

  test.each([
    ['tags=a&tags=b', ['a', 'b']],
    ['tags[]=a', ['a']],
    ['tags%5B%5D=a&tags%5B%5D=b', ['a', 'b']],
    ['tags=a,b', ['a', 'b']],
    ['tags=a', ['a']],
    ['tags=a&tags[]=b', ['a', 'b']],
  ])('%s is a list', async (query, tags) => {
    const answer = await edge.request(`/api/v1/samples/5?${query}`, { key });
    expect(answer.body).toEqual({ tags });
  });

  test.each(['word=a&word=b', 'word[]=a', 'tags=c', 'word=%00'])('%s is a 422', async (query) => {
    const answer = await edge.request(`/api/v1/samples/5?${query}`, { key });
    expectError(answer, 422, 'VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.details)).toHaveLength(1);
  });

  test('names of the prototype are names like others', async () => {
    const answer = await edge.request('/api/v1/samples/5?__proto__=x&constructor=y&__proto__[a]=b', { key });
    expect([answer.status, answer.body]).toEqual([200, {}]);
  });
});

describe('bodies', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    edge.request('/api/v1/samples', { key, method: 'POST', body, headers });
  const JSON_TYPE = { 'Content-Type': 'application/json' };

  test.each([
    ['broken JSON', '{"name":'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['deep nesting', `{"name":${'['.repeat(70)}${']'.repeat(70)}}`],
    ['very deep nesting', `{"name":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
  ])('%s: 400', async (_name, body) => expectError(await post(body, JSON_TYPE), 400, 'INVALID_JSON'));

  test.each(['[1]', '"x"', 'null', '5'])('%s is no object: 422', async (body) => {
    const answer = await post(body, JSON_TYPE);
    expectError(answer, 422, 'VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.details)).toEqual(['body']);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    '%s: 415',
    async (type) => expectError(await post('{"name":"x"}', { 'Content-Type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE'),
  );

  test('an encoded body: 415', async () =>
    expectError(await post('{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE'));

  test.each(['application/json; charset=UTF-8', 'application/vnd.api+json'])('%s is JSON', async (type) => {
    expect((await post('{"name":"x"}', { 'Content-Type': type })).status).toBe(201);
  });

  test('no body is an empty object', async () => {
    const answer = await edge.request('/api/v1/samples', { key, method: 'POST' });
    expectError(answer, 422, 'VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.details)).toEqual(['name']);
  });

  test.each(['{"name":"a\\u0000b"}', '{"name":"\\ud800"}', '{"name":"x","extra":{"deep":["\\u0000"]}}'])(
    '%s: 422',
    async (body) => expectError(await post(body, JSON_TYPE), 422, 'VALIDATION_ERROR'),
  );

  test('__proto__ is ignored like other unknown fields', async () => {
    const answer = await post('{"name":"x","__proto__":{"fail":"before"}}', JSON_TYPE);
    expect(answer.status).toBe(201);
  });

  test('a body of 1 MiB is read, one more byte is not', async () => {
    const filler = (length: number) => `{"name":"x","filler":"${'a'.repeat(length - 24)}"}`;
    expect(filler(1_048_576)).toHaveLength(1_048_576);
    expect((await post(filler(1_048_576), JSON_TYPE)).status).toBe(201);
    expectError(await post(filler(1_048_577), JSON_TYPE), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('a chunked body over the limit is answered, and the connection goes on', async () => {
    const { hostname, port } = new URL(edge.origin);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    const head = `Host: x\r\nAuthorization: Bearer ${key}\r\n`;
    socket.write(
      `POST /api/v1/samples HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = 'a'.repeat(65_536);
    for (let n = 0; n < 48; n += 1) socket.write(`10000\r\n${chunk}\r\n`);
    socket.write('0\r\n\r\n');
    socket.write(`GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    await new Promise((resolve) => socket.on('close', resolve));
    expect(received).toContain('HTTP/1.1 413 ');
    expect(received).toContain('PAYLOAD_TOO_LARGE');
    expect(received).toContain('HTTP/1.1 200 OK');
  });

  test('a body is not read before the credentials are checked', async () => {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${edge.origin}/api/v1/samples`, {
        method: 'POST',
        headers: { 'Content-Length': 10 },
      });
      request.on('response', (response) => resolve(response.statusCode));
      request.on('error', reject);
      request.flushHeaders();
      setTimeout(() => request.destroy(), 2_000).unref();
    });
    expect(status).toBe(401);
  });
});

describe('clients that leave', () => {
  test.each([
    ['in the middle of a body', 'POST /api/v1/samples', 'Content-Length: 100\r\n\r\n{"name"'],
    ['before the answer', 'POST /api/v1/samples', 'Content-Length: 35\r\n\r\n{"name": "left alone", "wait_ms":300}'],
    ['in the middle of a stream', 'GET /api/v1/samples/ticks', '\r\n'],
  ])('%s are no errors in the log', async (_when, line, rest) => {
    const before = edge.logged.length;
    const { hostname, port } = new URL(edge.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${rest}`);
    // Later connections were answered, so this one has been read as well.
    const other = (settings: object) =>
      edge.request('/api/v1/samples', { key, method: 'POST', body: { name: 'other', ...settings } });
    await other({});
    socket.resetAndDestroy();
    const requests = () => edge.logged.slice(before).filter(({ msg }) => msg === 'request');
    await waitUntil('the request to be logged', () => requests().length >= 2);
    // By now any work for this one would be done.
    await other({ wait_ms: 300 });
    expect(edge.logged.slice(before).filter(({ level }) => Number(level) > 30)).toEqual([]);
  });
});

describe('the access log', () => {
  const lineOf = (id: string | null) =>
    edge.logged.filter(({ msg, request_id }) => msg === 'request' && request_id === id);

  test('each request leaves one line at info, with whose it was', async () => {
    const answer = await edge.request('/api/v1/samples?note=xyzzy', { key, method: 'POST', body: { name: 'x' } });
    expect(answer.status).toBeLessThan(300);
    const [line, ...others] = lineOf(answer.headers.get('X-Request-Id'));
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: 30,
      method: 'POST',
      route: '/api/v1/samples',
      status: answer.status,
      duration_ms: expect.any(Number),
      partner_id: expect.any(Number),
      key_prefix: key.slice(0, 12),
    });
    expect(JSON.stringify(line)).not.toContain('xyzzy');
  });

  test('behind a proxy that is trusted it has the address of the caller, not of the proxy', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' };
    const answer = await edge.request('/api/v1/samples/5', { key, headers });
    expect(lineOf(answer.headers.get('X-Request-Id'))).toEqual([expect.objectContaining({ address: '203.0.113.7' })]);
  });

  test('without a credential there is no partner; probes that succeed are for debugging', async () => {
    const refused = await edge.request('/api/v1/samples', { method: 'POST', body: {} });
    expect(lineOf(refused.headers.get('X-Request-Id'))).toEqual([expect.objectContaining({ level: 30, status: 401 })]);
    const [line] = lineOf(refused.headers.get('X-Request-Id'));
    expect(line).not.toHaveProperty('partner_id');
    const probe = await edge.request('/healthz');
    expect(lineOf(probe.headers.get('X-Request-Id'))).toEqual([expect.objectContaining({ level: 20 })]);
  });
});

describe('failures', () => {
  test('an unexpected error is reported in general words and logged with the id', async () => {
    const answer = await edge.request('/api/v1/samples', { key, method: 'POST', body: { name: 'x', fail: 'before' } });
    expectError(answer, 500, 'SERVER_ERROR');
    expect(answer.text).not.toContain('xyzzy');
    const id = answer.headers.get('X-Request-Id');
    const lines = edge.logged.filter((line) => line['request_id'] === id);
    expect(JSON.stringify(lines)).toContain('xyzzy');
    expect(JSON.stringify(edge.logged)).not.toContain(key);
  });

  test('a database that is away: 503 with Retry-After, headers and all; then it goes on', async () => {
    const proxy = await startProxy(service.dataSource.options as { url?: string });
    const dataSource = createDataSource({ url: proxy.url, poolSize: 2, applicationName: 'test' });
    await dataSource.initialize();
    const db = dataSource.manager;
    const cut = await startTestEdge(service, sampleRoutes, {
      authenticators: [partnerKeyAuthenticator({ db, clock: service.deps.clock })],
      limiter: createRateLimiter({ db }),
      readiness: {
        database: { check: () => db.query('SELECT 1') },
        temporal: { check: async () => 'here' },
      },
    });
    try {
      expect((await cut.request('/api/v1/samples/5', { key })).status).toBe(200);
      await proxy.close();
      const answer = await cut.request('/api/v1/samples/5', { key });
      expectError(answer, 503, 'SERVICE_UNAVAILABLE');
      expectLimitHeaders(answer);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(answer.body.error.retry_after).toBeGreaterThanOrEqual(1);
      const ready = await cut.request('/readyz');
      expect([ready.status, ready.body]).toEqual([
        503,
        { status: 'not_ready', checks: { database: 'down', temporal: 'up' } },
      ]);
      expect((await cut.request('/healthz')).status).toBe(200);

      await proxy.open();
      await waitUntil(
        'the database to be used again',
        async () => (await cut.request('/api/v1/samples/5', { key })).status === 200,
      );
      await waitUntil('/readyz to say so', async () => (await cut.request('/readyz')).status === 200);
    } finally {
      await cut.close();
      await dataSource.destroy();
      await proxy.close();
    }
  });
});

describe('beside the API', () => {
  test.each(['/healthz', '/livez', '/readyz', '/openapi.json', '/openapi.yaml', '/llms.txt', '/docs'])(
    '%s answers without credentials',
    async (path) => {
      const answer = await edge.request(path);
      expect(answer.status).toBe(200);
      expect((await edge.request(path, { method: 'HEAD' })).status).toBe(200);
      expectError(await edge.request(path, { method: 'POST' }), 405, 'METHOD_NOT_ALLOWED');
    },
  );

  test('metrics name routes by their pattern and statuses by their class, and are not among the pages', async () => {
    await edge.request('/api/v1/samples/5', { key });
    await edge.request('/api/v1/samples/5', { key, method: 'PROPFIND' });
    const text = await edge.registry.metrics();
    expect(text).toContain('method="GET",route="/api/v1/samples/{id}",status="2xx"');
    expect(text).toContain('method="other"');
    expect(text).not.toMatch(/samples\/5|PROPFIND/);
    expectError(await edge.request('/metrics'), 404, 'NOT_FOUND');
  });

  test('an unknown page is a 404', async () => expectError(await edge.request('/nowhere'), 404, 'NOT_FOUND'));

  test('CORS answers the configured origins only', async () => {
    const preflight = {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
    };
    const mine = await edge.request('/api/v1/samples/5', preflight);
    expect([mine.status, mine.headers.get('Access-Control-Allow-Origin')]).toEqual([204, 'https://app.example']);
    const conditional = await edge.request('/api/v1/samples/5', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'if-match,if-none-match',
      },
    });
    expect(conditional.headers.get('Access-Control-Allow-Headers')).toBe('if-match,if-none-match');
    const read = await edge.request('/api/v1/samples/5', { key, headers: { Origin: 'https://app.example' } });
    expect(read.headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual(
      expect.arrayContaining(['ETag', 'Location']),
    );
    const other = await edge.request('/api/v1/samples/5', { key, headers: { Origin: 'https://evil.example' } });
    expect(other.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(other.headers.get('X-RateLimit-Limit')).not.toBeNull();
  });

  test.each(['https://app.example', 'https://evil.example'])('a preflight of %s counts nowhere', async (Origin) => {
    const headers = {
      Origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization',
    };
    const answer = await edge.request('/api/v1/samples/5', { method: 'OPTIONS', headers });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('X-RateLimit-Limit')).toBeNull();
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(Origin.includes('evil') ? null : Origin);
    expect(answer.headers.get('Vary')).toContain('Origin');
  });

  test('parameters that a route does not know are named, percent-encoded', async () => {
    const named = async (query: string, options: Parameters<TestEdge['request']>[1] = {}) =>
      (await edge.request(`/api/v1/samples/5${query}`, { key, ...options })).headers.get('X-Unknown-Parameters');
    expect(await named('')).toBeNull();
    expect(await named('?statsu=done&x[]=1&x[]=2&%0d%0aSet-Cookie=1&a%20b=1&=2')).toBe(
      'statsu, x[], %0D%0ASet-Cookie, a%20b',
    );
    expect(await named('?gr%C3%B6%C3%9Fe=1&%24filter=x&a%2Cb=1&%ED%A0%80=1')).toBe(
      'gr%C3%B6%C3%9Fe, %24filter, a%2Cb, %EF%BF%BD%EF%BF%BD%EF%BF%BD',
    );
    expect(await named(`?${'n'.repeat(41)}=1`)).toBeNull();
    expect(await named(`?${Array.from({ length: 900 }, (_, n) => `p${n}`).join('&')}`)).toBe(
      'p0, p1, p2, p3, p4, p5, p6, p7, p8, p9',
    );
    expect(await named('?force=1', { method: 'DELETE' })).toBe('force');
    expect(await named('?secret=1', { key: undefined })).toBeNull();
  });

  test('an error leads to the page about its code, and broken JSON says where', async () => {
    const answer = await edge.request('/api/v1/samples', {
      key,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{\n  "name": "secret text",\n  "other" 1\n}',
    });
    expectError(answer, 400, 'INVALID_JSON');
    expect(answer.body.error.details).toEqual({ body: ['Stops being JSON at line 3, column 11.'] });
    expect(answer.text).not.toContain('secret text');
    expect(answer.body.error.documentation_url).toBe('http://localhost/docs/guides/errors#invalid_json');
  });
});

describe('streams', () => {
  test('go out event by event, and end when the service stops', async () => {
    const own = await startTestEdge(service, sampleRoutes);
    const response = await fetch(`${own.origin}/api/v1/samples/events`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    expect(response.headers.get('X-RateLimit-Limit')).toBeTruthy();
    const reading = response.text();
    await own.close();
    const text = await reading;
    expect(text.startsWith('event: tick\nid: 1\ndata: {"n":1}\n\n')).toBe(true);
    expect(text.endsWith('event: end\ndata: stopping\n\n')).toBe(true);
  });

  test('are behind the same checks', async () => {
    expectError(await edge.request('/api/v1/samples/events'), 401, 'UNAUTHORIZED');
  });

  test('have a head', async () => {
    const answer = await edge.request('/api/v1/samples/events', { key, method: 'HEAD' });
    expect([answer.status, answer.headers.get('Content-Type'), answer.text]).toEqual([200, 'text/event-stream', '']);
  });

  test.each<[string, (keyId: number, partnerId: number) => Promise<unknown>]>([
    ['is revoked', (keyId) => service.deps.db.query('UPDATE partner_key SET is_active = false WHERE id = $1', [keyId])],
    [
      'belongs to a partner that is suspended',
      (_keyId, partnerId) =>
        service.deps.db.query(`UPDATE partner SET status = 'suspended', version = version + 1 WHERE id = $1`, [
          partnerId,
        ]),
    ],
    [
      'expires',
      (keyId) =>
        service.deps.db.query('UPDATE partner_key SET expires_at = now(), version = version + 1 WHERE id = $1', [
          keyId,
        ]),
    ],
  ])('end when the key %s', async (_how, withdraw) => {
    const partner = await service.createPartner();
    const made = await service.createKey(partner);
    const response = await fetch(`${edge.origin}/api/v1/samples/ticks`, {
      headers: { Authorization: `Bearer ${made.plaintext}` },
      signal: AbortSignal.timeout(10_000),
    });
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: tick');
    await withdraw(made.key.id, partner.id);
    const since = performance.now();
    while (!(await reader?.read())?.done);
    expect(performance.now() - since).toBeLessThan(3_000);
  });

  test('go on when their key changes in what it may spend', async () => {
    const partner = await service.createPartner();
    const made = await service.createKey(partner);
    const leaving = new AbortController();
    const response = await fetch(`${edge.origin}/api/v1/samples/ticks`, {
      headers: { Authorization: `Bearer ${made.plaintext}` },
      signal: leaving.signal,
    });
    const reader = response.body?.getReader();
    await service.deps.db.query('UPDATE partner_key SET version = version + 1 WHERE id = $1', [made.key.id]);
    const since = performance.now();
    while (performance.now() - since < 2_500) expect((await reader?.read())?.done).toBe(false);
    leaving.abort();
  });

  test('are no more than a partner may have; others get theirs', async () => {
    const own = await startTestEdge(service, sampleRoutes, { maxStreamsPerPartner: 1 });
    const leaving = new AbortController();
    const response = await fetch(`${own.origin}/api/v1/samples/ticks`, {
      headers: { Authorization: `Bearer ${key}` },
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    const surplus = await own.request('/api/v1/samples/ticks', { key });
    expectError(surplus, 503, 'SERVICE_UNAVAILABLE');
    expect(surplus.headers.get('Retry-After')).toBe('5');
    const other = { key: await enterpriseKey(), method: 'HEAD' };
    expect((await own.request('/api/v1/samples/ticks', other)).status).toBe(200);
    leaving.abort();
    await waitUntil(
      'a place for a stream',
      async () => (await own.request('/api/v1/samples/ticks', { key, method: 'HEAD' })).status === 200,
    );
    await own.close();
  });
});

test('a stop lets requests in flight finish and turns readiness off', async () => {
  const own = await startTestEdge(service, sampleRoutes);
  const running = own.request('/api/v1/samples', { key, method: 'POST', body: { name: 'slow', wait_ms: 400 } });
  await waitUntil('the operation to run', () => ran.includes('slow'));
  const closing = own.close();
  expect((await running).status).toBe(201);
  await closing;
  await expect(own.request('/healthz')).rejects.toThrow();
});
