import { isUnavailable } from '../../infra/database/port.ts';
import type { Deps } from './deps.ts';
import { createWakeUp } from './wake-up.ts';

/** A request waits this long unless it says otherwise. */
const WAIT_LIMIT_MS = 25_000;
/** A lost wake-up call costs no more than this. */
const POLL_INTERVAL_MS = 2_000;

/** What a look at the work found. */
interface Look<Found> {
  found: Found;
  hasEnded: boolean;
  /** Milliseconds after which something may have changed without a wake-up call. */
  lookAgainMs?: number;
}

/**
 * Waits within a request for work that others do: looks whenever the topic tells, until the work has ended, the time is up or the process
 * is to stop; returns what it found last. A client that leaves changes nothing of that, and a database that is away for a moment neither:
 * the work was accepted, and a request that fails now would be sent again.
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
