import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import Koa from 'koa';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { HttpContext } from '../context.ts';
import { isNotModified, sendChunks } from './streams.ts';

const STATE = { ETag: '"ab"', 'Last-Modified': 'Tue, 10 Mar 2026 12:00:00 GMT' };

test.each([
  [{}, false],
  [{ 'if-none-match': '"ab"' }, true],
  [{ 'if-none-match': 'W/"ab"' }, true],
  [{ 'if-none-match': '"x" , "ab"' }, true],
  [{ 'if-none-match': '*' }, true],
  [{ 'if-none-match': '"x"' }, false],
  [{ 'if-none-match': '' }, false],
  [{ 'if-none-match': '"ab"', 'cache-control': 'no-cache' }, true],
  // The tag takes precedence.
  [{ 'if-none-match': '"x"', 'if-modified-since': 'Tue, 10 Mar 2026 12:00:00 GMT' }, false],
  [{ 'if-none-match': '"ab"', 'if-modified-since': 'Tue, 10 Mar 2026 11:00:00 GMT' }, true],
  [{ 'if-modified-since': 'Tue, 10 Mar 2026 12:00:00 GMT' }, true],
  [{ 'if-modified-since': 'Tue, 10 Mar 2026 11:59:59 GMT' }, false],
  [{ 'if-modified-since': 'yesterday' }, false],
])('%j: %s', (request, expected) => {
  expect(isNotModified(request, STATE)).toBe(expected);
});

test('an answer that says nothing of its state is always sent', () => {
  const request = { 'if-none-match': '*', 'if-modified-since': 'Tue, 10 Mar 2026 12:00:00 GMT' };
  expect(isNotModified(request, {})).toBe(false);
});

test('a client that stops reading a file is disconnected, and the rows are read no further', async () => {
  const state = { made: 0, hasEnded: false };
  async function* chunks() {
    try {
      for (;;) {
        state.made += 1;
        yield 'x'.repeat(65_536);
      }
    } finally {
      state.hasEnded = true;
    }
  }
  const app = new Koa();
  app.silent = true;
  const opened = { headers: {}, chunks: chunks(), failed: undefined };
  app.use((ctx) => sendChunks(ctx as unknown as HttpContext, 'text/csv', opened, 200));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(client, 'readable');
  await waitUntil('the end of the rows', () => state.hasEnded);
  // What the sockets hold, and no more.
  expect(state.made * 65_536).toBeLessThan(2 ** 26);
  client.destroy();
  server.close();
});
