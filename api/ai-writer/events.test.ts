import { expect, test } from '@jest/globals';
import { createParser } from 'eventsource-parser';
import type { Piece } from '../../domain/ai-writer/write.ts';
import { outputEvents } from './events.ts';

/** The data that an EventSource reads from the pieces. */
async function dataOf(pieces: readonly Piece[]): Promise<string[]> {
  const data: string[] = [];
  const parser = createParser({ onEvent: (event) => data.push(event.data) });
  const signal = new AbortController().signal;
  const context = { call: { signal }, deps: { stopping: signal } } as Parameters<typeof outputEvents>[1];
  for await (const event of outputEvents(from(pieces), context)) parser.feed(event);
  return data;
}

async function* from(pieces: readonly Piece[]) {
  yield* pieces;
}

const HOSTILE = [
  '\n',
  ' leading',
  'trailing ',
  '\n\nblank\n\n',
  ': comment',
  'data: x',
  '[DONE]',
  '[DONE] more',
  'id: 7',
];

test('any text comes through', async () => {
  const data = await dataOf(HOSTILE.map((text) => ({ text })));
  expect(data.pop()).toBe('[DONE]');
  expect(data.some((part) => part.startsWith('[DONE]'))).toBe(false);
  expect(data.join('')).toBe(HOSTILE.join(''));
});

test('a blank line stands between two results', async () => {
  const data = await dataOf([{ text: 'one' }, { result: 2 }, { text: 'two' }]);
  expect(data).toEqual(['one', '\n\n', 'two', '[DONE]']);
});
