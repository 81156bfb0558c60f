import { expect, test } from '@jest/globals';
import { AiError } from '../infra/ai/port.ts';
import { MailError } from '../infra/mail/port.ts';
import { toFailure } from './failures.ts';

test.each([
  ['quota', true],
  ['misconfigured', true],
  ['too_long', true],
  ['refused', true],
  ['context_too_long', true],
  ['overloaded', false],
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

test('an answer that the provider ended half-way is paid for, and so requested a few times only', () => {
  const problem = { status: undefined, code: 'abort', param: undefined };
  const ended = new AiError('cut_off', 'Ended (finish_reason abort)', { problem });
  expect(toFailure(ended, 4).nonRetryable).toBe(false);
  expect(toFailure(ended, 5).nonRetryable).toBe(true);
  expect(toFailure(new AiError('cut_off', 'The connection broke.'), 50).nonRetryable).toBe(false);
});

test.each([
  [7_000, 7_000],
  [0, undefined],
  [undefined, undefined],
])('a provider that asks for a wait of %p ms gets %p', (retryAfterMs, nextRetryDelay) => {
  expect(toFailure(new AiError('rate_limited', 'Wait.', { retryAfterMs }), 1).nextRetryDelay ?? undefined).toBe(
    nextRetryDelay,
  );
});

test.each([
  ['refused', 'refused_550', true, undefined],
  ['unreachable', 'mail_unreachable', false, undefined],
  ['busy', 'mail_busy', false, 5_000],
  ['unconfirmed', 'mail_unconfirmed', false, 300_000],
] as const)('a mail that is %s', (kind, type, nonRetryable, nextRetryDelay) => {
  const failure = toFailure(new MailError(kind, 'No.', kind === 'refused' ? 550 : null), 1);
  expect(failure).toMatchObject({ type, nonRetryable });
  expect(failure.nextRetryDelay ?? undefined).toBe(nextRetryDelay);
});
