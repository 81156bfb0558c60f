/** Work that is done in rounds until it is stopped. */
export interface Rounds {
  start(): void;
  /** Waits for the round that is under way, which ends early where it heeds its signal. */
  stop(): Promise<void>;
}

/** Rounds one after the other, with a pause of `pauseMs` milliseconds between them; `onError` has the errors of those that fail. */
export function createRounds(options: {
  pauseMs: number;
  round(stopping: AbortSignal): Promise<unknown>;
  onError(error: unknown): void;
}): Rounds {
  const { pauseMs, round, onError } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;

  const next = () => {
    running = round(stopping.signal)
      .catch(onError)
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(next, pauseMs);
      });
  };

  return {
    start: next,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
