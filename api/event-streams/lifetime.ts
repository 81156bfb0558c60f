import type { ServerResponse } from 'node:http';
import { AppError } from '../../domain/kernel/errors.ts';

/** The credential of a stream is checked this often while nothing happens, milliseconds. */
const RECHECK_MS = 30_000;
/** Before something is sent it is checked again if the last check is older than this, milliseconds. */
const MAX_AGE_MS = 1_000;
/** The longest delay that a timer takes, milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** What a stream's lifetime depends on, beside its client. */
export interface LifetimeOptions {
  /** Fires when the service stops. */
  stopping: AbortSignal;
  /** Time until the credential expires, milliseconds; null: it does not. */
  expiresInMs: number | null;
  /** Looks the credential up again. Throws an AppError below 500 where it would not be admitted any more. */
  readmit: () => Promise<unknown>;
  recheckMs?: number;
}

/** How long a stream may go on. */
export interface Lifetime {
  /** Fires when it has to end: its client has left, its credential has expired or was withdrawn, or the service stops. */
  signal: AbortSignal;
  /** Whether something may still be sent under the credential, which is checked at most once a second. */
  isAdmitted(): Promise<boolean>;
}

/** The lifetime of the stream that answers with `res`. While a check fails, as without a database, the stream goes on. */
export function createLifetime(res: ServerResponse, options: LifetimeOptions): Lifetime {
  const { stopping, expiresInMs, readmit, recheckMs = RECHECK_MS } = options;
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
