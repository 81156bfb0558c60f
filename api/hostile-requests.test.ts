import { connect } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { cpuTimeOf } from '../test/environment/cpu-time.ts';
import type { TestEdge } from '../test/environment/edge.ts';
import { startOauthEdge } from '../test/environment/oauth-edge.ts';
import { sampleRoutes } from '../test/environment/sample-routes.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';

jest.setTimeout(120_000);

/** No other request is served meanwhile. Ordinary requests take some 5 ms here, including the test's own part. */
const MAX_MS = 80;
/** Most of Node's 16 KiB for a head, with room for the rest of the request. */
const LONG = 15_000;
const MAX_FORM = 16_000;

let service: TestService;
let edge: TestEdge;
beforeAll(async () => {
  service = await startTestService();
  edge = await startOauthEdge(service, { routes: sampleRoutes });
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

const fill = (part: string, length = LONG) => part.repeat(Math.floor(length / part.length));

const TEXTS = [
  ' ',
  '\t',
  ',',
  ', ',
  ' ,',
  ';',
  '; ',
  '=',
  'a=b; ',
  'a/b;q=0.1,',
  'bytes=0-0,',
  '0-,',
  '"',
  '\\"',
  'W/"a",',
  '%',
  '%25',
  'a',
  'a=b&',
  '&',
  '.',
  'a.',
  ':',
  '[',
];

/** All headers that the service reads, and where. */
const HEADERS: [string, string][] = [
  ['/docs', 'Accept'],
  ['/docs', 'Accept-Encoding'],
  ['/docs', 'If-None-Match'],
  ['/docs', 'Range'],
  ['/api/v1/samples', 'Authorization'],
  ['/api/v1/samples', 'Content-Type'],
  ['/api/v1/samples', 'X-Request-Id'],
  ['/api/v1/samples', 'X-Forwarded-For'],
  ['/api/v1/samples', 'Origin'],
  ['/oauth/interaction/x', 'Cookie'],
  ['/oauth/auth', 'Cookie'],
  ['/oauth/token', 'Authorization'],
  ['/oauth/me', 'Authorization'],
];

/** Sends a raw request and waits until the connection has ended. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(edge.origin).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // A refused request may be answered before all of it is read.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    );
    socket.on('close', () => resolve(answer));
  });
}

async function expectCheap(text: string, request: string): Promise<void> {
  let answer = '';
  const take = async () => {
    answer = await exchange(request);
  };
  const isCheap = (await cpuTimeOf(take, MAX_MS)) <= MAX_MS;
  expect(answer).toMatch(/^HTTP\/1\.1 [2-4]\d\d /);
  expect({ text, isCheap }).toEqual({ text, isCheap: true });
}

const head = (line: string, headers: Record<string, string>) =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ Host: 'api.example', Connection: 'close', ...headers }).map((header) => header.join(': ')),
    '',
    '',
  ].join('\r\n');
const address = () => `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.1`;

beforeAll(async () => {
  // Loading and compiling code on the first request should not count.
  for (const [path, name] of HEADERS) await exchange(head(`GET ${path}`, { [name]: 'x' }));
});

test.each(HEADERS)('on %s, a long %s is read at once', async (path, name) => {
  for (const text of TEXTS) {
    // Spaces around a value do not belong to it.
    await expectCheap(text, head(`GET ${path}`, { 'X-Forwarded-For': address(), [name]: `x${fill(text)}x` }));
  }
});

test.each(['/api/v1/samples', '/oauth/auth', '/oauth/interaction/x', '/docs'])(
  'a long query of %s is read at once',
  async (path) => {
    for (const text of TEXTS.filter((one) => !/[\s"\\]/.test(one))) {
      await expectCheap(text, head(`GET ${path}?client_id=${fill(text)}`, { 'X-Forwarded-For': address() }));
      await expectCheap(text, head(`GET ${path}?${fill(text)}`, { 'X-Forwarded-For': address() }));
    }
  },
);

test.each(['/oauth/token', '/oauth/token/revocation', '/oauth/auth', '/oauth/interaction/x/login'])(
  'a long form at %s is read at once',
  async (path) => {
    for (const text of [...TEXTS, 'email=a&', 'email[]=a&', 'a[b][c]=&', '__proto__=&', '+', '%00']) {
      const body = `grant_type=client_credentials&${fill(text, MAX_FORM)}`;
      const headers = {
        'X-Forwarded-For': address(),
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(body.length),
      };
      await expectCheap(text, head(`POST ${path}`, headers) + body);
    }
  },
);

test.each(['[', '{"a":', '"a",', '[{', '0,'])('a registration made of %j is read at once', async (text) => {
  const body = `{"redirect_uris":["https://a.example"],"client_name":${fill(text, MAX_FORM)}`;
  const headers = {
    'X-Forwarded-For': address(),
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  };
  await expectCheap(text, head('POST /oauth/reg', headers) + body);
});

test('no path becomes a time series by what its caller makes up', async () => {
  const word = 'madeup';
  const paths = [
    '',
    '/api',
    '/api/v1',
    '/api/v1/samples/1',
    '/api/v1/mcp',
    '/api/v1/mcp/x',
    '/oauth',
    '/oauth/auth',
    '/oauth/auth/1',
    '/oauth/interaction',
    '/oauth/interaction/1',
    '/oauth/interaction/1/login',
    '/oauth/link',
    '/oauth/reg',
    '/oauth/session/end',
    '/webhooks',
    '/webhooks/v1',
    '/webhooks/generic',
    '/console',
    '/docs',
    '/.well-known',
  ];
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'MADEUP']) {
      const headers = { 'X-Forwarded-For': address(), 'Content-Length': '0' };
      await exchange(head(`${method} ${path}/${word}?${word}=${word}`, headers));
    }
  }
  expect(await edge.registry.metrics()).not.toMatch(new RegExp(word, 'i'));
});
