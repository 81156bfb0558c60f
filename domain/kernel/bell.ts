/** Lets one waiter sleep until it is rung; a ring while nobody waits is kept. */
export interface Bell {
  ring(): void;
  /** Resolves when rung, or after the limit. */
  wait(limitMs: number): Promise<'rung' | 'silent'>;
}

/** A bell that also rings, for good, when the signal fires. */
export function createBell(signal: AbortSignal): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wake?.();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async wait(limitMs) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const outcome = rung || signal.aborted ? 'rung' : 'silent';
      rung = false;
      return outcome;
    },
  };
}
