import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { HttpContext } from '../../context.ts';
import { openResponse, type ResponseFormat, responseFormat, takesEvents } from './response.ts';

test.each([
  [undefined, 'json'],
  ['*/*', 'json'],
  ['application/*', 'json'],
  ['text/*', 'events'],
  ['text/event-stream, application/json', 'events'],
  ['text/event-stream;q=0, application/json', 'json'],
  ['application/json;q=0, */*', 'events'],
  ['application/json;q=0.0, text/event-stream;q=0.1', 'events'],
  ['text/html', undefined],
  ['', 'json'],
  ['Text/Event-Stream, Application/JSON', 'events'],
  ['application/json;charset=utf-8', 'json'],
  ['application/json;charset=utf-8, text/event-stream;q=0.9', 'events'],
  ['text/*;q=0, */*', 'json'],
  ['no media type', undefined],
  [';,;"', undefined],
  ['*/*;q=0', undefined],
])('accepting %s, a tool call is answered as %s', (accept, form) => {
  expect(responseFormat(accept, 'tools/call')).toBe(form);
});

test.each([
  ['application/json, text/event-stream', 'json'],
  ['text/event-stream, */*', 'events'],
  ['*/*', 'json'],
])('accepting %s, any other request is answered as %s', (accept, form) => {
  expect(responseFormat(accept, 'tools/list')).toBe(form);
});

test.each([
  [undefined, true],
  ['*/*', true],
  ['text/event-stream', true],
  ['text/event-stream;q=0', false],
  ['*/*, text/event-stream; q=0', false],
  ['application/json', false],
])('accepting %s, a client takes events: %s', (accept, taken) => {
  expect(takesEvents(accept)).toBe(taken);
});

test.each<ResponseFormat>(['json', 'events'])(
  'a response of %s to a client that left while it was read is over',
  async (form) => {
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    const server = createServer(async (_req, res) => {
      await once(res, 'close');
      const answer = openResponse({ res, state: {}, set: () => undefined } as unknown as HttpContext, form);
      answer.send({ jsonrpc: '2.0', method: 'notifications/message' });
      answer.finish({ jsonrpc: '2.0', id: 1, result: {} });
      resolve(answer.finished);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = request({ port: (server.address() as AddressInfo).port });
    client.once('error', () => undefined).end();
    await once(server, 'request');
    client.destroy();
    await finished;
    server.close();
  },
);
