import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { Attempt } from './attempt.ts';
import type { AiRequest } from './port.ts';

const request = (signal: AbortSignal): AiRequest => ({
  purpose: { task: 'write', partnerId: null, subject: null },
  instructions: '',
  prompt: '',
  maxOutputTokens: 1,
  sandbox: false,
  idempotencyKey: 'k',
  signal,
});

test('a question leaves nothing with a signal that outlives it', () => {
  const caller = new AbortController();
  const attempt = new Attempt(request(caller.signal), 60_000);
  attempt.end();
  expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  caller.abort();
  expect(attempt.signal.aborted).toBe(false);
});

test.each(['before', 'during'])('a caller that gives up %s the question ends it', (when) => {
  const caller = new AbortController();
  if (when === 'before') caller.abort(new Error('Enough'));
  const attempt = new Attempt(request(caller.signal), 60_000);
  caller.abort(new Error('Enough'));
  expect(attempt.signal.reason).toEqual(new Error('Enough'));
  expect(() => attempt.throwIfAborted()).toThrow('Enough');
  attempt.end();
  expect(attempt.outcome).toBe('aborted');
});
