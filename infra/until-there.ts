import { setTimeout as delay } from 'node:timers/promises';

const AGAIN_MS = 1_000;

/**
 * Does the work, again after a second while what it needs is away, and resolves to its result. Rejects with an error that waiting does not
 * mend, and with the signal's reason when it fires.
 */
export async function untilThere<T>(
  work: () => Promise<T>,
  options: {
    signal: AbortSignal;
    /** Whether waiting may mend the error; any when absent. */
    isAway?: (error: unknown) => boolean;
    /** Called before each wait. */
    onAway: (error: unknown) => void;
  },
): Promise<T> {
  const { signal, isAway = () => true, onAway } = options;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isAway(error)) throw signal.aborted ? signal.reason : error;
      onAway(error);
      await delay(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
