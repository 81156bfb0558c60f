import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { poller } from './poller.ts';

const asked: { url: string | undefined; key: string | undefined }[] = [];
const sockets = new Set<Socket>();
const answers: number[] = [];
const server = createServer((req, res) => {
  asked.push({ url: req.url, key: req.headers.authorization });
  sockets.add(req.socket);
  res.writeHead(answers.shift() ?? 200).end('{}');
}).listen(0, '127.0.0.1');
const origin = once(server, 'listening').then(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('asks for the paths in turns over one connection, and again after a refusal for the moment', async () => {
  const ask = poller(await origin, 'key', ['/a', '/b']);
  answers.push(200, 503, 200, 200);
  const waits = [await ask(), await ask(), await ask()];
  const request = (url: string) => ({ url: `/api/v1${url}`, key: 'Bearer key' });
  expect(asked).toEqual([request('/a'), request('/b'), request('/b'), request('/a')]);
  expect(sockets.size).toBe(1);
  expect(waits.every((wait) => wait > 0)).toBe(true);
});

test('another answer is an error', async () => {
  answers.push(429);
  await expect(poller(await origin, 'key', ['/a'])()).rejects.toThrow('got 429');
});
