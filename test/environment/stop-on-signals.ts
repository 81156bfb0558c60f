const stops: (() => Promise<void>)[] = [];

/** Stops this, too, before a signal ends the process: jest's own answer to signals would leave what was started running. */
export function stopOnSignals(stop: () => Promise<void>): void {
  stops.push(stop);
  if (stops.length > 1) return;
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.once(signal, () => void Promise.allSettled(stops.map((end) => end())).finally(() => process.exit(code)));
  }
}
