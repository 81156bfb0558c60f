import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../ports.ts';
import { proxy } from './front.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serveProxy = (origin: string) => serve((request, response) => proxy(request, response, origin));

test('request and answer go through as they are', async () => {
  const origin = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    response.writeHead(201, [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ]);
    response.end(`${request.method} ${request.url} ${request.headers.authorization} ${Buffer.concat(chunks)}`);
  });
  const front = await serveProxy(origin);
  const answer = await fetch(`${front}/api/v1/x?y=%20`, {
    method: 'POST',
    headers: { Authorization: 'Bearer k' },
    body: 'body',
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await answer.text()).toBe('POST /api/v1/x?y=%20 Bearer k body');
});

test('a stream arrives piece by piece, and its end reaches the API when the client leaves', async () => {
  const left = Promise.withResolvers<void>();
  const origin = await serve((_request, response) => {
    response.once('close', left.resolve);
    response.write('data: 1\n\n');
  });
  const leaving = new AbortController();
  const answer = await fetch(`${await serveProxy(origin)}/events`, { signal: leaving.signal });
  const first = await answer.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n');
  leaving.abort();
  await left.promise;
});

test('an API that is not there is a 502', async () => {
  const front = await serveProxy(`http://127.0.0.1:${await freePort()}`);
  const answer = await fetch(front);
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('The API did not answer');
});
