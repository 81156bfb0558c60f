import { expect, test } from '@jest/globals';
import { AiError } from '../infra/ai/port.ts';
import { toFailure } from './failures.ts';

test.each([
  ['quota', true],
  ['misconfigured', true],
  ['too_long', true],
  ['refused', true],
  ['rate_limited', false],
  ['unavailable', false],
] as const)('ai_%s is final: %p', (kind, nonRetryable) => {
  expect(toFailure(new AiError(kind, 'No.'), 1)).toMatchObject({ type: `ai_${kind}`, nonRetryable });
});

test('a refusal keeps what the provider calls it, and nothing else', () => {
  const problem = { status: 429, code: 'insufficient_quota', param: undefined };
  const failure = toFailure(new AiError('quota', 'Nothing left (status 429)', { problem }), 1);
  expect(failure.message).toBe('Nothing left (status 429)');
  expect(failure.details).toEqual([problem]);
});
