import { expect, test } from '@jest/globals';
import { answerForm, takesEvents } from './accept.ts';

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
  ['*/*;q=0', undefined],
])('accepting %s, a tool call is answered as %s', (accept, form) => {
  expect(answerForm(accept, 'tools/call')).toBe(form);
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
