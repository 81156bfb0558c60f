import { isUnavailable } from '../../infra/database/port.ts';
import type { Deps } from './deps.ts';
import { releaseSlot } from './request-slot.ts';

/** Default wait of a request. */
const WAIT_LIMIT_MS = 25_000;
/** Longest delay after a lost wake-up call. */
const POLL_INTERVAL_MS = 2_000;

/** Result of one check. */
interface Look<Found> {
  found: Found;
  hasEnded: boolean;
  /** Milliseconds after which something may change without a wake-up call. */
  lookAgainMs?: number;
}

/**
 * Waits within a request for work done elsewhere: checks on each wake-up call of the topic until the work has ended,
 * the time is up or the process stops; returns the last result. Neither a client that disconnects nor a short database
 * outage ends the wait: the work was accepted, and an error now would make the client send it again.
 */
export async function waitFor<Found>(
  { notifications, stopping, longestWaitMs }: Pick<Deps, 'notifications' | 'stopping' | 'longestWaitMs'>,
  { topic, limitMs = WAIT_LIMIT_MS }: { topic: string; limitMs?: number | undefined },
  look: () => Promise<Look<Found>>,
): Promise<Found> {
  const patience = AbortSignal.any([AbortSignal.timeout(Math.min(limitMs, longestWaitMs)), stopping]);
  const wakeUp = createWakeUp(patience);
  const unsubscribe = notifications.subscribe(topic, wakeUp.wake);
  let last: Look<Found> | undefined;
  try {
    for (;;) {
      try {
        last = await look();
      } catch (error) {
        if (!isUnavailable(error) || (patience.aborted && !last)) throw error;
      }
      if (last && (last.hasEnded || patience.aborted)) return last.found;
      await wakeUp.wait(Math.min(last?.lookAgainMs ?? POLL_INTERVAL_MS, POLL_INTERVAL_MS));
    }
  } finally {
    unsubscribe();
  }
}

/** Lets one waiter sleep until it is woken. A wake-up while nobody waits is kept for the next wait. */
export interface WakeUp {
  wake(): void;
  /** Resolves when woken, or after the limit. */
  wait(limitMs: number): Promise<'woken' | 'timeout'>;
}

/**
 * A wake-up whose waits return at once after the signal has fired. It listens to the signal only while somebody waits.
 */
export function createWakeUp(signal: AbortSignal): WakeUp {
  let isWoken = false;
  let endWait: (() => void) | undefined;
  const wake = () => {
    isWoken = true;
    endWait?.();
  };
  return {
    wake,
    async wait(limitMs) {
      if (!isWoken && !signal.aborted) await sleep(limitMs);
      const outcome = isWoken || signal.aborted ? 'woken' : 'timeout';
      isWoken = false;
      return outcome;
    },
  };

  async function sleep(limitMs: number): Promise<void> {
    releaseSlot();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    signal.addEventListener('abort', wake, { once: true });
    endWait = resolve;
    await promise;
    endWait = undefined;
    clearTimeout(timer);
    signal.removeEventListener('abort', wake);
  }
}
