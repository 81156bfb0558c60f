import { expect, test } from '@jest/globals';
import { prefersEvents } from './event.ts';

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['text/html', false],
  [';,;"', false],
  ['text/event-stream', true],
  ['Text/Event-Stream', true],
  ['text/event-stream, */*', true],
  ['text/event-stream, application/json', true],
  ['application/json, text/event-stream', false],
  ['text/event-stream;q=0.5, application/json', false],
  ['application/json;q=0.5, text/event-stream', true],
  ['text/event-stream;q=0', false],
])('accepting %s, events are preferred: %s', (accept, preferred) => {
  expect(prefersEvents(accept)).toBe(preferred);
});
