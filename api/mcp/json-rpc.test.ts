import { expect, test } from '@jest/globals';
import { cacheSerialized, serializeMessage } from './json-rpc.ts';

test('a message with an unchanging result is what JSON makes of it', () => {
  const result = cacheSerialized({ tools: [{ name: 'a "quoted" name', description: 'Line\nbreak' }], nextCursor: 'x' });
  for (const id of [7, 'a "quoted" id']) {
    const message = { jsonrpc: '2.0', id, result };
    expect(JSON.parse(serializeMessage(message))).toEqual(message);
  }
});

test('other messages are made into text as they are', () => {
  const message = { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'No.' } };
  expect(serializeMessage(message)).toBe(JSON.stringify(message));
});
