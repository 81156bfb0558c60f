import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { readInTurns } from './upload-bytes.ts';

const MIB = 1_048_576;
const MAX_BYTES = 5 * MIB;

/** Lets `read` have the request that `send` makes. */
async function receive<T>(
  send: (sending: ReturnType<typeof request>) => void,
  read: (req: IncomingMessage) => Promise<T>,
  headers: Record<string, string | number> = {},
): Promise<T> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sending = request({ port, host: '127.0.0.1', method: 'POST', headers });
  sending.on('error', () => undefined);
  send(sending);
  const [req] = (await once(server, 'request')) as [IncomingMessage];
  try {
    return await read(req);
  } finally {
    sending.destroy();
    server.closeAllConnections();
    server.close();
  }
}

const none = async () => undefined;

test.each([
  ['whose length is declared', true],
  ['in chunks', false],
])('a body of 5 MiB %s comes in one piece, in 40 turns at most', async (_what, isDeclared) => {
  const body = randomBytes(MAX_BYTES);
  let turns = 0;
  const bytes = await receive(
    (sending) => sending.end(body),
    (req) =>
      readInTurns(req, MAX_BYTES, async () => {
        turns += 1;
      }),
    isDeclared ? { 'Content-Length': body.length } : { 'Transfer-Encoding': 'chunked' },
  );
  expect(bytes.equals(body)).toBe(true);
  expect(turns).toBeGreaterThan(10);
  expect(turns).toBeLessThanOrEqual(40);
});

test('what has arrived waits in the socket until the turn comes', async () => {
  const body = randomBytes(MAX_BYTES);
  const waiting: (() => void)[] = [];
  const bytes = await receive(
    (sending) => sending.end(body),
    async (req) => {
      const reading = readInTurns(req, MAX_BYTES, () => new Promise((resolve) => waiting.push(resolve)));
      await waitUntil('the first turn', async () => waiting.length === 1);
      await waitUntil('the buffer of the request to be full', async () => req.readableLength >= 65_536);
      // Two turns' worth at most, however much has been sent.
      expect(req.readableLength).toBeLessThan(262_144);
      expect(waiting.length).toBe(1);
      let isRead = false;
      void reading.finally(() => {
        isRead = true;
      });
      await waitUntil('the end', async () => {
        waiting.shift()?.();
        return isRead;
      });
      return reading;
    },
    { 'Content-Length': body.length },
  );
  expect(bytes.equals(body)).toBe(true);
});

test.each([
  ['16 KiB and a byte', 16_385, true],
  ['16 KiB', 16_384, false],
])('the memory of a chunk of %s is given back as soon as it is copied', async (_what, length, isReleased) => {
  const chunks = Array.from({ length: 3 }, () => Buffer.from(new ArrayBuffer(length)).fill('x'));
  const req = Object.assign(Readable.from(chunks), { headers: { 'content-length': String(3 * length) } });
  const bytes = await readInTurns(req as unknown as IncomingMessage, MAX_BYTES, none);
  expect(bytes.equals(Buffer.alloc(3 * length, 'x'))).toBe(true);
  expect(chunks.map(({ buffer }) => (buffer as ArrayBuffer).detached)).toEqual([isReleased, isReleased, isReleased]);
});

test.each([
  ['that says so', { 'Content-Length': MAX_BYTES + 1 }],
  ['that does not say so', { 'Transfer-Encoding': 'chunked' }],
])('a longer body %s is refused', async (_what, headers) => {
  const body = Buffer.alloc(MAX_BYTES + 1);
  await expect(
    receive(
      (sending) => sending.end(body),
      (req) => readInTurns(req, MAX_BYTES, none),
      headers,
    ),
  ).rejects.toMatchObject({ type: 'entity.too.large' });
});

test('a body that ends early is an error', async () => {
  await expect(
    receive(
      (sending) => {
        sending.write('x');
        sending.once('socket', (socket) => socket.once('connect', () => setImmediate(() => sending.destroy())));
      },
      (req) => readInTurns(req, MAX_BYTES, none),
      { 'Content-Length': 10 },
    ),
  ).rejects.toMatchObject({ code: 'ECONNRESET' });
});
