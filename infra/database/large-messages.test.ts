import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { writeInPieces } from './large-messages.ts';
import { PreparingClient } from './prepared-statements.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
let client: PreparingClient;
beforeAll(async () => {
  database = await startDatabase({ poolSize: 1, empty: true });
  client = new PreparingClient({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.stop();
});

/** The messages that the driver sends meanwhile. */
async function messagesOf(work: () => Promise<unknown>): Promise<Buffer[]> {
  const written = jest.spyOn(client.connection.stream as Socket, 'write');
  try {
    await work();
    return written.mock.calls.map(([message]) => message as Buffer);
  } finally {
    written.mockRestore();
  }
}

test.each([
  ['5 MiB', 5_242_880, true],
  ['1 KiB', 1_024, false],
])('the memory of a message of %s is given back once it is sent', async (_what, length, isReleased) => {
  const bytes = randomBytes(length);
  let found: unknown;
  const messages = await messagesOf(async () => {
    const { rows } = await client.query<{ found: string }>('SELECT md5($1::bytea) AS found', [bytes]);
    found = rows[0]?.found;
  });
  expect(found).toBe(createHash('md5').update(bytes).digest('hex'));
  // The caller's own bytes stay.
  expect(bytes.length).toBe(length);
  expect(messages.some(({ buffer }) => (buffer as ArrayBuffer).detached)).toBe(isReleased);
});

const PIECE = 131_072;

/** A socket that writes in pieces, whose lengths are noted, and what its peer receives. */
async function connectedSocket() {
  const received = Promise.withResolvers<Buffer>();
  const server = createServer((peer) => received.resolve(buffer(peer)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
  await once(socket, 'connect');
  const sizes: number[] = [];
  const write = socket._write.bind(socket);
  socket._write = (chunk: Buffer, encoding, done) => {
    sizes.push(chunk.length);
    write(chunk, encoding, done);
  };
  writeInPieces(socket);
  return { socket, sizes, received: received.promise, server };
}

test('a long message leaves the loop to others between its pieces, and nothing overtakes it', async () => {
  const { socket, sizes, received, server } = await connectedSocket();
  const [before, long, after] = [randomBytes(200), randomBytes(40 * PIECE + 1), randomBytes(5)];
  let passes = 0;
  let isSent = false;
  const count = () => {
    passes += 1;
    if (!isSent) setImmediate(count);
  };
  setImmediate(count);
  socket.cork();
  socket.write(before);
  socket.write(long);
  socket.write(after);
  socket.uncork();
  socket.write(long);
  socket.end(() => {
    isSent = true;
  });
  expect((await received).equals(Buffer.concat([before, long, after, long]))).toBe(true);
  expect(Math.max(...sizes)).toBe(PIECE);
  expect(passes).toBeGreaterThanOrEqual(80);
  server.close();
});

test('a connection that ends in the middle of a long message is an error of that message', async () => {
  const { socket, server } = await connectedSocket();
  socket.on('error', () => undefined);
  const failed = new Promise((resolve) => socket.write(randomBytes(40 * PIECE), resolve));
  setImmediate(() => socket.destroy());
  expect(await failed).toBeInstanceOf(Error);
  server.close();
});
