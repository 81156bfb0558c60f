import { expect, test } from '@jest/globals';
import { responseFormat, takesEvents } from './response.ts';

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
