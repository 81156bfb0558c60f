const stops: (() => Promise<void>)[] = [];
let stopping: Promise<unknown> | undefined;

/**
 * Stops this, too, before a signal ends the process: jest's own answer to signals, and Node's, would leave what was started
 * running. Returns what stops it otherwise; both together stop it once.
 */
export function stopOnSignals(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const stopOnce = () => {
    stopped ??= stop();
    return stopped;
  };
  stops.push(stopOnce);
  if (stops.length === 1) listen();
  return stopOnce;
}

function listen(): void {
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    // A signal often comes twice, from the terminal and from the parent process; a second one must not end this early.
    process.on(signal, () => {
      stopping ??= Promise.allSettled(stops.map((end) => end()));
      void stopping.finally(() => process.exit(code));
    });
  }
}
