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
