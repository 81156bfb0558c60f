import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import Koa from 'koa';
import { waitUntil } from '../test/environment/wait-until.ts';
import type { HttpContext } from './context.ts';
import { type EventStream, openEventStream } from './event-streams/writer.ts';
import { listen, type RunningServer } from './listen.ts';
import { sendChunks, sendEventStream } from './middleware/streams.ts';
import { sendJsonText } from './send.ts';

const STALLED_MS = 300;
/** More than sockets hold. */
const LARGE = 2 ** 24;

let server: RunningServer | undefined;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server?.close();
});

/** Sends a request to an app of this handler; nothing is read but what the test reads. */
async function ask(handle: (ctx: HttpContext) => Promise<void> | void): Promise<Socket> {
  const koa = new Koa();
  koa.silent = true;
  koa.use((ctx) => handle(ctx as unknown as HttpContext));
  const nothing = () => undefined;
  const app = { handler: koa.callback(), markNotReady: nothing, beginStop: nothing, cutOff: nothing };
  server = await listen(app, { host: '127.0.0.1', port: 0, stalledMs: STALLED_MS });
  const client = connect(server.port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return client;
}

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
  const opened = { headers: {}, chunks: chunks(), failed: undefined };
  const credentialCheck = { requireNotRevoked: async () => undefined };
  const client = await ask((ctx) => sendChunks(ctx, 'text/csv', opened, credentialCheck));
  await once(client, 'readable');
  await waitUntil('the end of the rows', () => state.hasEnded);
  // What the sockets hold, and no more.
  expect(state.made * 65_536).toBeLessThan(2 ** 26);
});

test('a client that does not read its answer in JSON is disconnected', async () => {
  let isClosed = false;
  await ask((ctx) => {
    ctx.res.once('close', () => {
      isClosed = true;
    });
    sendJsonText(ctx, 200, JSON.stringify('x'.repeat(LARGE)));
  });
  await waitUntil('the end of the answer', () => isClosed);
});

test('a client that stops reading its events is disconnected, whatever is written for it', async () => {
  let stream: EventStream | undefined;
  await ask(async (ctx) => {
    stream = openEventStream(ctx);
    // As much as an event stream keeps for its client, beside what sockets hold.
    for (let part = 0; part < 64 && !ctx.res.writableNeedDrain; part += 1) {
      stream.write('x'.repeat(262_144));
      await delay(1);
    }
    const comments = setInterval(() => stream?.write(': still here\n\n'), STALLED_MS / 10);
    await stream.closed;
    clearInterval(comments);
  });
  await waitUntil('the stream', () => stream !== undefined);
  await stream?.closed;
});

test('a client that reads is served, however long an answer takes', async () => {
  const client = await ask(async (ctx) => {
    await delay(2 * STALLED_MS);
    async function* events() {
      yield 'data: first\n\n';
      await delay(2 * STALLED_MS);
      yield 'data: last\n\n';
    }
    const lifetime = { signal: new AbortController().signal, isAdmitted: async () => true };
    const opened = { headers: {}, chunks: events(), failed: undefined };
    await sendEventStream(ctx, opened, lifetime, undefined as never);
  });
  let text = '';
  for await (const chunk of client) {
    text += chunk;
    if (text.includes('last')) break;
  }
  expect(text).toContain('data: first');
});
