import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitUntil } from '../test/environment/wait-until.ts';
import { ClientMemory } from './client-memory.ts';

const MAX_BODY = 1_048_576;
/** More than sockets hold. */
const LARGE = 2 ** 24;

const exchanges: { req: IncomingMessage; res: ServerResponse }[] = [];
const server = createServer((req, res) => exchanges.push({ req, res }));
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends the head of a request, and what comes of its body; the answer is not read. */
async function begin(head: string, body = ''): Promise<{ client: Socket; req: IncomingMessage; res: ServerResponse }> {
  const before = exchanges.length;
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(`${head}\r\nHost: x\r\n\r\n${body}`);
  await waitUntil('the request', () => exchanges.length > before);
  const exchange = exchanges.at(-1);
  if (!exchange) throw new Error('There is no request.');
  return { client, ...exchange };
}

const isFull = (memory: ClientMemory, key: string) => {
  try {
    memory.requireCapacity(key);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 });
    return true;
  }
};

test.each([
  ['with a length', (res: ServerResponse) => res.setHeader('Content-Length', LARGE)],
  ['without one', () => undefined],
])('an answer %s counts until it is read', async (_what, prepare) => {
  const memory = new ClientMemory(LARGE / 2);
  const { client, req, res } = await begin('GET / HTTP/1.1');
  memory.enter('a', { req, res }, MAX_BODY);
  expect(isFull(memory, 'a')).toBe(false);
  prepare(res);
  res.end('x'.repeat(LARGE));
  expect([isFull(memory, 'a'), isFull(memory, 'b')]).toEqual([true, false]);
  expect(() => memory.enter('a', { req, res }, MAX_BODY)).toThrow('answers are not read');
  client.resume();
  await once(res, 'close');
  expect(isFull(memory, 'a')).toBe(false);
});

test('what is in memory for a file besides what is written counts, too', async () => {
  const memory = new ClientMemory(1_000_000);
  const { client, req, res } = await begin('GET / HTTP/1.1');
  memory.enter('a', { req, res }, MAX_BODY);
  while (res.write('x'.repeat(65_536)) || res.writableLength === 0);
  expect(isFull(memory, 'a')).toBe(true);
  client.destroy();
  await once(res, 'close');
  expect(isFull(memory, 'a')).toBe(false);
});

test('of an event stream only what is written counts', async () => {
  const memory = new ClientMemory(1_000_000);
  const { client, req, res } = await begin('GET / HTTP/1.1');
  memory.enter('a', { req, res }, MAX_BODY);
  res.setHeader('Content-Type', 'text/event-stream');
  while (res.write('x'.repeat(65_536)) || res.writableLength === 0);
  expect(isFull(memory, 'a')).toBe(false);
  res.write('x'.repeat(1_000_000));
  expect(isFull(memory, 'a')).toBe(true);
  client.destroy();
  await once(res, 'close');
});

test.each([
  ['of a length', 'Content-Length: 900000', 900_000],
  ['of a length that is refused', 'Content-Length: 999999999', MAX_BODY],
  ['without a length', 'Transfer-Encoding: chunked', MAX_BODY],
])('a body %s has its room from the start, until it is there', async (_what, header, bytes) => {
  const { client, req, res } = await begin(`POST / HTTP/1.1\r\n${header}`);
  const [enough, less] = [new ClientMemory(bytes), new ClientMemory(bytes - 1)];
  for (const memory of [enough, less]) memory.enter('a', { req, res }, MAX_BODY);
  expect([isFull(enough, 'a'), isFull(less, 'a')]).toEqual([false, true]);
  client.destroy();
  await once(res, 'close');
  expect(isFull(less, 'a')).toBe(false);
});

test('a body that is there counts no longer', async () => {
  const memory = new ClientMemory(1);
  const { client, req, res } = await begin('POST / HTTP/1.1\r\nContent-Length: 2');
  memory.enter('a', { req, res }, MAX_BODY);
  expect(isFull(memory, 'a')).toBe(true);
  client.write('xx');
  req.resume();
  await once(req, 'end');
  expect(isFull(memory, 'a')).toBe(false);
  client.destroy();
});
