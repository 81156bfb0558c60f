import type { ServerResponse } from 'node:http';
import { AppError } from '../../domain/kernel/errors.ts';
import { MAX_AGE_MS } from '../middleware/standing.ts';

/** The longest delay that a timer accepts, milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** What limits a stream's lifetime, besides its client. */
export interface LifetimeOptions {
  /** Fires when the service stops. */
  stopping: AbortSignal;
  /** Time until the credential expires, milliseconds; null: it does not. */
  expiresInMs: number | null;
  /** Checks the credential again. Throws an AppError below 500 where it would no longer be admitted. */
  readmit: () => Promise<unknown>;
  /** How often it is checked while nothing is sent, milliseconds. */
  recheckMs: number;
}

/** The lifetime of a stream. */
export interface Lifetime {
  /**
   * Fires when the stream must end: the client has disconnected, the credential has expired or was revoked, or the
   * service stops.
   */
  signal: AbortSignal;
  /** Whether the credential still permits sending; checked at most once a second. */
  isAdmitted(): Promise<boolean>;
}

/**
 * The lifetime of the stream that responds on `res`. While checks fail, as without a database, the stream continues.
 */
export function createLifetime(res: ServerResponse, options: LifetimeOptions): Lifetime {
  const { stopping, expiresInMs, readmit, recheckMs } = options;
  const over = new AbortController();
  let admitted = true;
  let checkedAt = performance.now();
  let checking: Promise<void> | undefined;

  const withdraw = () => {
    admitted = false;
    end();
  };
  const check = () => {
    checking ??= readmit()
      .catch((error: unknown) => {
        if (error instanceof AppError && error.status < 500) withdraw();
      })
      .then(() => {
        checkedAt = performance.now();
        checking = undefined;
      });
    return checking;
  };
  const interval = setInterval(check, recheckMs);
  const expiry =
    expiresInMs === null ? undefined : setTimeout(withdraw, Math.min(LONGEST_MS, Math.max(0, expiresInMs)));
  function end(): void {
    clearInterval(interval);
    clearTimeout(expiry);
    stopping.removeEventListener('abort', end);
    over.abort();
  }
  if (res.closed || stopping.aborted) end();
  else {
    res.once('close', end);
    stopping.addEventListener('abort', end);
  }
  return {
    signal: over.signal,
    async isAdmitted() {
      if (admitted && performance.now() - checkedAt >= MAX_AGE_MS) await check();
      return admitted;
    },
  };
}
