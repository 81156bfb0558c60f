import type { SendResult } from '../../domain/kernel/deps.ts';

/** What came of sending a webhook; null: no answer within the time-out. */
export function answer(responseCode: number | null, more: Partial<SendResult> = {}): SendResult {
  const success = responseCode !== null && responseCode >= 200 && responseCode < 300;
  return {
    responseCode,
    errorClass: success ? null : responseCode === null ? 'timeout' : 'http',
    error: success ? null : 'It failed.',
    excerpt: null,
    responseHeaders: null,
    durationMs: 1,
    retryAfterMs: null,
    ...more,
  };
}
