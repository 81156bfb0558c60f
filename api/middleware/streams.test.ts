import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import Koa from 'koa';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { HttpContext } from '../context.ts';
import { sendChunks } from './streams.ts';

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
