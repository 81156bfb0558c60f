import { expect, test } from '@jest/globals';
import { parseEvent, readBlocks } from './server-sent-events.ts';

test('an event has its name, its id and all lines of its data', () => {
  expect(parseEvent('id: 7\nevent: status\ndata: {"status":\ndata: "completed"}')).toEqual({
    id: '7',
    event: 'status',
    data: '{"status":\n"completed"}',
  });
  expect(parseEvent('data:  two spaces')).toEqual({ id: undefined, event: 'message', data: ' two spaces' });
  expect(parseEvent(': still here')).toBeUndefined();
});

test.each([
  ['U+2028', '\u2028'],
  ['U+2029', '\u2029'],
])('a text with %s is whole', (_name, separator) => {
  const text = `before${separator}after`;
  expect(parseEvent(`data: ${text}`)?.data).toBe(text);
});

test.each([1, 2, 3, 1_000])('blocks are the same where the stream is cut after %d bytes', async (size) => {
  const bytes = new TextEncoder().encode('data: Übermut\r\n\r\n: alive\n\ndata: half');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let start = 0; start < bytes.length; start += size) controller.enqueue(bytes.slice(start, start + size));
      controller.close();
    },
  });
  const blocks: string[] = [];
  for await (const block of readBlocks(stream)) blocks.push(block);
  expect(blocks).toEqual(['data: Übermut', ': alive']);
});
