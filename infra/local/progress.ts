const TERMINAL_INTERVAL_MS = 1000;
const PLAIN_INTERVAL_MS = 15_000;
/** Work that ends sooner is not worth a line. */
const QUIET_MS = 1000;

/** Says that longer work goes on. */
export interface Progress {
  /** Runs the work; while it takes, shows its title and the seconds that have passed. */
  during<Result>(title: string, work: () => Promise<Result>): Promise<Result>;
}

/** Progress of quiet callers: none. */
export const noProgress: Progress = { during: (_title, work) => work() };

/** Progress as a line that is rewritten each second on a terminal, and as a new line now and then elsewhere. */
export function terminalProgress(out: NodeJS.WriteStream): Progress {
  return {
    async during(title, work) {
      const startedAt = performance.now();
      const seconds = () => Math.round((performance.now() - startedAt) / 1000);
      let shown = false;
      const show = () => {
        shown = true;
        out.write(out.isTTY ? `\r\x1b[K${title} … ${seconds()} s` : `${title} … ${seconds()} s\n`);
      };
      const first = setTimeout(show, QUIET_MS);
      const timer = setInterval(show, out.isTTY ? TERMINAL_INTERVAL_MS : PLAIN_INTERVAL_MS);
      try {
        return await work();
      } finally {
        clearTimeout(first);
        clearInterval(timer);
        if (shown && out.isTTY) out.write('\n');
      }
    },
  };
}
