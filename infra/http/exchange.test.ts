import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { httpEndpoint, tcpEndpoint } from '../../test/environment/endpoint.ts';
import { failureOf, testClient } from '../../test/environment/guarded-client.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { OutboundObservation } from './guarded-client.ts';

const limits = { method: 'POST', body: '{}', timeoutMs: 300 } as const;
const okHead = 'HTTP/1.1 200 OK\r\n';

describe('one clock', () => {
  it.each([
    ['sends no header', () => {}],
    ['sends half a header', (write: (text: string) => boolean) => write('HTTP/1.1 200')],
    ['drips header bytes', drip('HTTP/1.1 200 OK\r\nx: ', 'y')],
    ['sends a status and no body', (write: (text: string) => boolean) => write(`${okHead}content-length: 5\r\n\r\n`)],
    ['drips body bytes', drip(`${okHead}content-length: 100000\r\n\r\n`, 'z')],
    ['sends interim answers for ever', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ])('ends the call to an endpoint that %s', async (_behaviour, serve) => {
    await using endpoint = await tcpEndpoint((socket) => serve((text) => !socket.destroyed && socket.write(text)));
    using client = testClient();
    const error = await failureOf(client.send({ url: `http://127.0.0.1:${endpoint.port}/`, ...limits }));
    expect(error).toMatchObject({ kind: 'timeout', message: 'There was no complete answer within 0.3 s' });
    expect(error.durationMs).toBeGreaterThanOrEqual(295);
    expect(error.durationMs).toBeLessThan(2_000);
    await waitUntil('every connection to close', () => endpoint.open() === 0, { longestPauseMs: 5 });
  });

  it('covers the TLS handshake', async () => {
    await using endpoint = await tcpEndpoint(() => {});
    using client = testClient();
    const error = await failureOf(client.send({ ...limits, url: `https://127.0.0.1:${endpoint.port}/` }));
    expect(error.kind).toBe('timeout');
    await waitUntil('the one connection to close', () => endpoint.connections() === 1 && endpoint.open() === 0);
  });

  it('covers DNS', async () => {
    using client = testClient({ resolve: () => new Promise(() => {}) });
    expect((await failureOf(client.send({ ...limits, url: 'https://slow.test/' }))).kind).toBe('timeout');
  });

  it('does not run while the call waits for its turn', async () => {
    await using endpoint = await httpEndpoint((_request, response) => void setTimeout(() => response.end(), 500));
    using client = testClient({ maxCallsPerHost: 1 });
    const url = `http://127.0.0.1:${endpoint.port}/`;
    const calls = [1, 2, 3].map(() => client.send({ ...limits, timeoutMs: 1_250, url, maxWaitMs: 30_000 }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

/** Writes a text again and again, as fast as it is taken; what was written is in `sent`. */
function flood(head: string, part: string) {
  const state = { sent: 0 };
  const serve = (socket: Socket) => {
    socket.write(head);
    const pump = () => {
      while (!socket.destroyed && state.sent < FLOOD_BYTES) {
        state.sent += part.length;
        if (!socket.write(part)) break;
      }
    };
    socket.on('drain', pump);
    pump();
  };
  return { state, serve };
}
const FLOOD_BYTES = 400_000_000;

describe('what comes besides a body', () => {
  const chunked = `${okHead}transfer-encoding: chunked\r\n\r\n`;
  it.each([
    ['extensions of chunks', chunked, `1;${'e'.repeat(20_000)}\r\nx\r\n`],
    ['one extension', `${chunked}1;`, 'e'.repeat(20_000)],
  ])('ends the answer where it is %s without end', async (_what, head, part) => {
    const { state, serve } = flood(head, part);
    await using endpoint = await tcpEndpoint(serve);
    using client = testClient();
    const answer = await client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'POST', body: '{}' });
    expect(answer).toMatchObject({ status: 200, truncated: true });
    await waitUntil('every connection to close', () => endpoint.open() === 0, { longestPauseMs: 5 });
    expect(state.sent).toBeLessThan(50_000_000);
  });

  it('fails the call where it is interim answers without end', async () => {
    const { state, serve } = flood('', 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'.repeat(500));
    await using endpoint = await tcpEndpoint(serve);
    using client = testClient();
    const error = await failureOf(
      client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'POST', body: '{}' }),
    );
    expect(error.kind).toBe('protocol');
    expect(state.sent).toBeLessThan(50_000_000);
  });

  it('may be eight times as much as a body in chunks of one byte', async () => {
    await using endpoint = await tcpEndpoint((socket) => {
      socket.write(chunked);
      socket.end(`${'1\r\nx\r\n'.repeat(65_536)}0\r\n\r\n`);
    });
    using client = testClient();
    const answer = await client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'POST', body: '{}' });
    expect(answer).toMatchObject({ bytesRead: 65_536, truncated: false });
  });

  it('is counted anew for each call over a connection', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end('x'.repeat(60_000)));
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    for (let call = 0; call < 20; call += 1)
      expect(await client.send({ url, method: 'GET' })).toMatchObject({ bytesRead: 60_000, truncated: false });
    expect(endpoint.connections()).toBe(1);
  });
});

describe('an answer', () => {
  it('is kept up to keepBytes', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.writeHead(500).end('x'.repeat(40_000)));
    using client = testClient();
    const answer = await client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'GET' });
    expect(answer).toMatchObject({ status: 500, bytesRead: 40_000, truncated: false });
    expect(answer.excerpt).toHaveLength(16_384);
  });

  it('of exactly maxBytes is whole', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end('x'.repeat(1_000)));
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    expect(await client.send({ url, method: 'GET', maxBytes: 1_000 })).toMatchObject({
      bytesRead: 1_000,
      truncated: false,
    });
    expect(await client.send({ url, method: 'GET', maxBytes: 999 })).toMatchObject({ bytesRead: 999, truncated: true });
  });

  it('of 400 MB counts by its status and costs no memory', async () => {
    const chunk = Buffer.alloc(65_536);
    let sent = 0;
    await using endpoint = await httpEndpoint((_request, response) => {
      response.writeHead(200, { 'content-length': 400_000_000 });
      const pump = () => {
        while (!response.destroyed && sent < 400_000_000) {
          sent += chunk.length;
          if (!response.write(chunk)) break;
        }
      };
      response.on('drain', pump);
      pump();
    });
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    const before = process.memoryUsage();
    for (let call = 0; call < 20; call += 1) {
      const answer = await client.send({ url, method: 'POST', body: '{}' });
      expect(answer).toMatchObject({ status: 200, bytesRead: 65_536, truncated: true });
    }
    const after = process.memoryUsage();
    expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(64_000_000);
    await waitUntil('every connection to close', () => endpoint.open() === 0, { longestPauseMs: 5 });
    expect(sent).toBeLessThan(200_000_000);
  });

  it('is not decompressed', async () => {
    await using endpoint = await httpEndpoint((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all');
    });
    using client = testClient();
    const answer = await client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'GET' });
    expect(answer.excerpt.toString()).toBe('not gzip at all');
  });

  it('may end with the connection', async () => {
    await using endpoint = await tcpEndpoint((socket) => socket.end(`${okHead}\r\nall of it`));
    using client = testClient();
    const answer = await client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'GET' });
    expect(answer).toMatchObject({ status: 200, bytesRead: 9, truncated: false });
  });

  it('may follow interim answers', async () => {
    await using endpoint = await httpEndpoint((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(202).end('done');
    });
    using client = testClient();
    const answer = await client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'GET' });
    expect(answer.status).toBe(202);
    expect(answer.headers).not.toHaveProperty('link');
  });
});

describe('a failure', () => {
  it('is connect when nobody listens', async () => {
    const { port } = await closedPort();
    using client = testClient();
    const error = await failureOf(client.send({ ...limits, url: `http://127.0.0.1:${port}/` }));
    expect(error).toMatchObject({ kind: 'connect', message: 'The connection could not be opened (ECONNREFUSED)' });
  });

  it.each([
    ['before an answer', ''],
    ['in the header', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['in the body', `${okHead}content-length: 10\r\n\r\nhalf`],
    ['in a chunk', `${okHead}transfer-encoding: chunked\r\n\r\nff\r\nhalf`],
  ])('is reset when the connection ends %s', async (_moment, text) => {
    await using endpoint = await tcpEndpoint((socket) => {
      socket.once('data', () => (text ? socket.end(text) : socket.resetAndDestroy()));
    });
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    expect((await failureOf(client.send({ ...limits, url, timeoutMs: 5_000 }))).kind).toBe('reset');
    expect(endpoint.connections()).toBe(1);
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['too long a header', `${okHead}x: ${'y'.repeat(40_000)}\r\n\r\n`],
    ['a chunk without a size', `${okHead}transfer-encoding: chunked\r\n\r\nmany\r\n`],
  ])('is protocol when the answer is %s', async (_answer, text) => {
    await using endpoint = await tcpEndpoint((socket) => socket.once('data', () => socket.write(text)));
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    expect((await failureOf(client.send({ ...limits, url, timeoutMs: 5_000 }))).kind).toBe('protocol');
  });

  it('is protocol when a header can not be sent', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end());
    using client = testClient();
    const headers = { 'x-split': 'one\r\nx-other: two' };
    const call = client.send({ ...limits, url: `http://127.0.0.1:${endpoint.port}/`, headers });
    expect((await failureOf(call)).kind).toBe('protocol');
  });

  it('is tls when the other side speaks plain text', async () => {
    await using endpoint = await tcpEndpoint((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    using client = testClient();
    const call = client.send({ ...limits, url: `https://127.0.0.1:${endpoint.port}/`, timeoutMs: 5_000 });
    expect((await failureOf(call)).kind).toBe('tls');
  });

  it('is aborted when the caller gives up, before or during the call', async () => {
    await using endpoint = await httpEndpoint(() => {});
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    const given = new AbortController();
    const call = failureOf(client.send({ url, method: 'GET', signal: given.signal }));
    await waitUntil('1 open connections', () => endpoint.open() === 1);
    given.abort();
    expect((await call).kind).toBe('aborted');
    expect((await failureOf(client.send({ url, method: 'GET', signal: given.signal }))).kind).toBe('aborted');
    await waitUntil('every connection to close', () => endpoint.open() === 0, { longestPauseMs: 5 });
    expect(endpoint.connections()).toBe(1);
  });

  it('is aborted when the client is closed', async () => {
    await using endpoint = await httpEndpoint(() => {});
    using client = testClient({ maxCallsPerHost: 4 });
    const url = `http://127.0.0.1:${endpoint.port}/`;
    const calls = [1, 2, 3].map(() => failureOf(client.send({ url, method: 'GET', maxWaitMs: 60_000 })));
    await waitUntil('2 open connections', () => endpoint.open() === 2);
    client.close();
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['aborted', 'aborted', 'aborted']);
    expect((await failureOf(client.send({ url, method: 'GET' }))).kind).toBe('aborted');
    await waitUntil('every connection to close', () => endpoint.open() === 0, { longestPauseMs: 5 });
  });
});

it('tells the observer what came of each call', async () => {
  await using endpoint = await httpEndpoint((_request, response) => response.writeHead(503).end());
  const seen: OutboundObservation[] = [];
  using client = testClient({ observe: (observation) => seen.push(observation) });
  await client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'GET' });
  await failureOf(client.send({ url: 'http://10.0.0.1/', method: 'GET' }));
  expect(seen).toMatchObject([
    { method: 'GET', host: '127.0.0.1', port: endpoint.port, status: 503 },
    { method: 'GET', host: '10.0.0.1', port: undefined, kind: 'blocked_address' },
  ]);
});

/** Writes a beginning, then one more piece every few milliseconds for as long as anybody listens. */
function drip(beginning: string, piece: string) {
  return (write: (text: string) => boolean) => {
    write(beginning);
    const timer = setInterval(() => {
      if (!write(piece)) clearInterval(timer);
    }, 20);
  };
}

/** A port on which nobody listens any more. */
async function closedPort(): Promise<{ port: number }> {
  await using endpoint = await tcpEndpoint(() => {});
  return { port: endpoint.port };
}
