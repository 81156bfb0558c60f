import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError, ConnectionError, type KnownErrorCode, TimeoutError } from '../../clients/typescript/src/errors.ts';
import { pagesOf, recordsOf } from '../../clients/typescript/src/pages.ts';
import { type RequestOptions, type Sent, send } from '../../clients/typescript/src/request.ts';
import { streamEvents } from '../../clients/typescript/src/streams.ts';
import { ERROR_STATUS, type ErrorCode } from '../../domain/kernel/errors.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What the server answers, in order; the last one to all further requests. */
let answers: Answer[] = [];
let requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body });
    (answers.length > 1 ? answers.shift() : answers[0])?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`;
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
const refused = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}) =>
  json(status, { success: false, error: { code, message: 'No.', ...more } }, { 'X-Request-Id': 'req-1', ...headers });
const dropped: Answer = (request) => void request.socket.destroy();
const hanging: Answer = () => undefined;
const ok = json(200, { data: 1 });

const client = (more: object = {}) => ({ baseUrl, apiKey: 'vp3_key', ...more });
const GET = { method: 'GET', path: '/things/{id}', hasKey: false };
const POST = { method: 'POST', path: '/things', hasKey: true };
const PATCH = { method: 'PATCH', path: '/things', hasKey: false };
const ask = (route: typeof GET, input: Sent & RequestOptions = {}, more: object = {}) =>
  send(client(more), route, { path: { id: 1 }, ...input }, 'application/json', (response) => response.json());

describe('a request', () => {
  test('has its path, query, body and key', async () => {
    answers = [ok];
    let seen = 0;
    await ask(GET, {
      path: { id: 'a/b ?' },
      query: { a: [1, 2], b: undefined, c: false, d: null },
      onResponse: ({ status }) => {
        seen = status;
      },
    });
    await ask({ ...POST, path: '/things' }, { body: { name: 'Zoë' } }, { apiKey: async () => 'renewed' });
    expect(requests.map(({ url }) => url)).toEqual(['/api/v1/things/a%2Fb%20%3F?a=1&a=2&c=false', '/api/v1/things']);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer vp3_key', 'Bearer renewed']);
    expect(requests[0]?.headers['idempotency-key']).toBeUndefined();
    expect(requests[1]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(requests[1]?.body ?? '')).toEqual({ name: 'Zoë' });
    expect(seen).toBe(200);
    await expect(ask(GET, { path: {} })).rejects.toThrow(TypeError);
  });

  test('fails with what the API says', async () => {
    const details = { name: ['Is required.'] };
    answers = [refused(422, 'VALIDATION_ERROR', {}, { details, documentation_url: 'https://x.test/e' })];
    const error = await ask(GET).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'VALIDATION_ERROR',
      message: 'No.',
      details,
      requestId: 'req-1',
      documentationUrl: 'https://x.test/e',
    });
    answers = [(_request, response) => void response.writeHead(403).end('<html>')];
    await expect(ask(GET)).rejects.toMatchObject({ status: 403, code: 'UNKNOWN', details: {}, requestId: undefined });
  });

  test('follows no redirect with the key', async () => {
    answers = [(_request, response) => void response.writeHead(302, { Location: '/elsewhere' }).end()];
    await expect(ask(GET, { maxRetries: 0 })).rejects.toThrow(ConnectionError);
    expect(requests).toHaveLength(1);
  });
});

describe('a repeat', () => {
  test.each<[what: string, route: typeof GET, answer: Answer, repeated: boolean]>([
    ['of GET after 503', GET, refused(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '0' }), true],
    ['of GET after a lost connection', GET, dropped, true],
    ['of POST with its key after a lost connection', POST, dropped, true],
    ['of POST while the first is under way', POST, refused(409, 'IDEMPOTENCY_IN_PROGRESS'), true],
    ['of PATCH after 429', PATCH, refused(429, 'RATE_LIMITED', { 'Retry-After': '0' }), true],
    ['of PATCH after 503', PATCH, refused(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '0' }), false],
    ['of PATCH after a lost connection', PATCH, dropped, false],
    ['of GET after 500', GET, refused(500, 'SERVER_ERROR'), false],
    ['of POST after a conflict', POST, refused(409, 'CONFLICT'), false],
    ['after the credits of the day', POST, refused(429, 'DAILY_CREDIT_LIMIT_EXCEEDED', { 'Retry-After': '0' }), false],
    ['after a wait that is too long', GET, refused(429, 'RATE_LIMITED', { 'Retry-After': '61' }), false],
  ])('%s', async (_what, route, answer, repeated) => {
    answers = [answer, ok];
    const asked = ask(route);
    if (repeated) expect(await asked).toEqual({ data: 1 });
    else await expect(asked).rejects.toThrow();
    expect(requests).toHaveLength(repeated ? 2 : 1);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('ends after its number, and with its signal', async () => {
    answers = [refused(429, 'RATE_LIMITED', { 'Retry-After': '0' })];
    await expect(ask(GET, { maxRetries: 2 })).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 0 });
    expect(requests).toHaveLength(3);
    answers = [refused(429, 'RATE_LIMITED', { 'Retry-After': '50' })];
    const stop = new AbortController();
    const asked = ask(GET, { signal: stop.signal, onResponse: () => undefined });
    const reason = new Error('Enough.');
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  test('ends with a time-out', async () => {
    answers = [hanging];
    await expect(ask(GET, { timeoutMs: 20, maxRetries: 1 })).rejects.toThrow(TimeoutError);
    expect(requests).toHaveLength(2);
  });
});

describe('a list', () => {
  const ids = async (pages: AsyncIterable<object>) => {
    const all: number[] = [];
    for await (const { id } of recordsOf<{ id: number }>(pages)) all.push(id);
    return all;
  };
  const rows = (...all: number[]) => all.map((id) => ({ id }));

  test.each<[what: string, pages: { body: object; link: string | null }[], queries: object[]]>([
    [
      'by cursor',
      [
        {
          body: { data: rows(3, 2), meta: { next_cursor: 'c1', page: 1, total_pages: 9 } },
          link: '<?page=2>; rel="next"',
        },
        { body: { data: rows(1), meta: { next_cursor: null, page: 1, total_pages: 9 } }, link: null },
      ],
      [{ status: 'x' }, { status: 'x', cursor: 'c1' }],
    ],
    [
      'by its links',
      [
        { body: { data: rows(3, 2) }, link: '</l?page=1>; rel="prev", </l?status=x&page=2>; rel="next"' },
        { body: { data: rows(1) }, link: '</l?page=1>; rel="prev"' },
      ],
      [{ status: 'x' }, { status: 'x', page: '2' }],
    ],
    [
      'by the number of pages, without those that came again',
      [
        { body: { data: rows(3, 2), meta: { page: 1, total_pages: 2 } }, link: null },
        { body: { data: rows(2, 1), meta: { page: 2, total_pages: 2 } }, link: null },
      ],
      [{ status: 'x' }, { status: 'x', page: 2 }],
    ],
    [
      'by the pagination of invoices',
      [
        { body: { data: rows(3, 2), pagination: { current_page: 1, last_page: 2 } }, link: null },
        { body: { data: rows(1), pagination: { current_page: 2, last_page: 2 } }, link: null },
      ],
      [{ status: 'x' }, { status: 'x', page: 2 }],
    ],
  ])('goes on %s', async (_what, pages, queries) => {
    const asked: object[] = [];
    const all = await ids(
      pagesOf({ status: 'x' }, async (query) => {
        asked.push(query);
        return pages[asked.length - 1] ?? { body: { data: [] }, link: null };
      }),
    );
    expect(all).toEqual([3, 2, 1]);
    expect(asked).toEqual(queries);
  });
});

describe('a stream', () => {
  const events =
    (text: string, end: 'end' | 'lost'): Answer =>
    (request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(text, () => (end === 'end' ? response.end() : request.socket.destroy()));
    };
  const read = async (route: typeof GET, input: object = {}) => {
    const ids: string[] = [];
    const isLast = ({ data }: { data: string }) => data === 'last';
    for await (const { id } of streamEvents(client(), route, { path: { id: 1 }, ...input }, { ends: true, isLast }))
      ids.push(id);
    return ids;
  };

  test('goes on after its last event until the last one', async () => {
    answers = [
      events('retry: 1\n\nid: 1\ndata: a\n\n', 'end'),
      events('id: 2\ndata: b\n\nid: 3\ndata: c', 'lost'),
      refused(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '0' }),
      events('id: 3\ndata: last\n\n', 'lost'),
    ];
    expect(await read(GET)).toEqual(['1', '2', '3']);
    expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1', '2', '2']);
  });

  test('ends where nothing more comes, and is no stream without its type', async () => {
    answers = [events('retry: 1\n\nid: 8\ndata: a\n\n', 'end'), events('retry: 1\n\n', 'end')];
    expect(await read(GET, { lastEventId: '7' })).toEqual(['8']);
    expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual(['7', '8']);
    answers = [ok];
    await expect(read(GET)).rejects.toThrow(TypeError);
    answers = [refused(404, 'NOT_FOUND')];
    await expect(read(GET)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of a POST is not resumed', async () => {
    answers = [events('data: a\n\n', 'lost')];
    await expect(read({ ...POST, hasKey: false })).rejects.toThrow(ConnectionError);
    expect(requests).toHaveLength(1);
  });
});

test('the codes that it knows are those of the service', () => {
  // The compiler compares them, in both directions.
  const isOfService = (code: KnownErrorCode): ErrorCode => code;
  const codes: readonly KnownErrorCode[] = Object.keys(ERROR_STATUS) as ErrorCode[];
  expect(codes.map(isOfService)).toContain('GENERATION_FAILED');
});
