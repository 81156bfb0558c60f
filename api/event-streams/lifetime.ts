import type { ServerResponse } from 'node:http';

/** The longest delay that a timer accepts, milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** What limits a stream's lifetime, besides its client. */
export interface LifetimeOptions {
  /** Fires when the service stops. */
  stopping: AbortSignal;
  /** Time until the credential expires, milliseconds; null: it does not. */
  expiresInMs: number | null;
  /** The credential as it is now, looked up at most once a second. Throws where it would no longer be admitted. */
  current: () => Promise<unknown>;
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

/** The lifetime of the stream that responds on `res`. */
export function createLifetime(res: ServerResponse, options: LifetimeOptions): Lifetime {
  const { stopping, expiresInMs, current, recheckMs } = options;
  const over = new AbortController();
  let admitted = true;
  const withdraw = () => {
    admitted = false;
    end();
  };
  const check = () => current().catch(withdraw);
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
      if (admitted) await check();
      return admitted;
    },
  };
}
