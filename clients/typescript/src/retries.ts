import { ApiError, ConnectionError } from './errors.ts';

/** How often and how long requests are repeated. */
export interface RetrySettings {
  /** Most repeats of a request. */
  maxRetries: number;
  /** A service that asks for a longer wait is not waited for, milliseconds. */
  maxRetryDelayMs: number;
}

/** The first wait without `Retry-After`, and the longest, milliseconds. */
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** Clients that were refused together do not all come back at once, milliseconds. */
const SPREAD_MS = 250;
/** The service, or what stands before it, could not answer; a repeat may. */
const TEMPORARY = new Set([502, 503, 504]);

/**
 * What to wait before a failed request is repeated, milliseconds; undefined: it is not repeated. `repeatable`: it changes
 * nothing, or has a key by which the service knows it again. `attempt` counts from 0.
 */
export function delayOf(
  error: unknown,
  attempt: number,
  repeatable: boolean,
  settings: RetrySettings,
): number | undefined {
  if (attempt >= settings.maxRetries || !mayRepeat(error, repeatable)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  if (asked !== undefined) return asked > settings.maxRetryDelayMs ? undefined : asked + Math.random() * SPREAD_MS;
  return backoffMs(attempt);
}

function mayRepeat(error: unknown, repeatable: boolean): boolean {
  if (error instanceof ApiError) {
    // Refused before anything was done. Credits of the day come back at midnight only.
    if (error.status === 429) return error.code !== 'DAILY_CREDIT_LIMIT_EXCEEDED';
    return repeatable && (TEMPORARY.has(error.status) || error.code === 'IDEMPOTENCY_IN_PROGRESS');
  }
  return repeatable && error instanceof ConnectionError;
}

/** Exponential, and spread over its second half. */
export function backoffMs(attempt: number): number {
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  return delay * (0.5 + Math.random() / 2);
}

/** Waits; rejects with the signal's reason once it fires. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
