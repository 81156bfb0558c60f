import { expect, test } from '@jest/globals';
import { displayStatusOf, failureKindOf } from './model.ts';

test.each([
  ['pending', 0, 'pending'],
  ['pending', 1, 'retrying'],
  ['failed', 8, 'failed'],
  ['delivered', 2, 'delivered'],
] as const)('a delivery that is %s after %i attempts is shown as %s', (status, attempts, word) => {
  const attributes = { status, attempts, event: 'cosell.updated', next_attempt_at: null, last_response_code: null };
  expect(displayStatusOf({ attributes: { ...attributes, created_at: '', finished_at: null } })).toBe(word);
});

test.each([
  [null, 'unreachable'],
  [302, 'redirecting'],
  [401, 'refusing'],
  [500, 'erring'],
] as const)('after the answer %s the endpoint is %s', (code, fault) => {
  expect(failureKindOf(code)).toBe(fault);
});
