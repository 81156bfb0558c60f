import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import Koa from 'koa';
import { send } from '../test/environment/client.ts';
import type { HttpState } from './context.ts';
import { sendJsonText } from './send.ts';

const PIECE = 262_144;

test.each([
  ['of a piece', 'x'.repeat(PIECE - 2), false],
  ['longer than one', 'é'.repeat(PIECE), true],
  // Each has two units; one of them lies across the end of the first piece.
  ['with a character across the end of a piece', '😀'.repeat(PIECE), true],
])('a text %s is sent whole, with its length', async (_what, characters, isInPieces) => {
  const text = JSON.stringify(characters);
  let sentInPieces: boolean | undefined;
  const koa = new Koa<HttpState>();
  koa.use((ctx) => {
    sendJsonText(ctx, 200, text);
    sentInPieces = ctx.body instanceof Readable;
  });
  const server = createServer(koa.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const answer = await send(url);
    expect(answer.body).toBe(characters);
    expect(Number(answer.headers.get('Content-Length'))).toBe(Buffer.byteLength(text));
    expect(sentInPieces).toBe(isInPieces);
    const head = await send(url, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
