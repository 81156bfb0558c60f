import type { Logger } from 'pino';

/** Number of the advisory lock: one worker does the rounds. */
const HOUSEKEEPING_LOCK = 7_310_002;

/** A chore that some worker does now and then. */
export interface Chore {
  name: string;
  run(): Promise<void>;
}

/** Does the chores now and then on one of the workers; a chore that fails is logged and tried in the next round. */
export function createHousekeeping(options: {
  chores: readonly Chore[];
  /** Pause between two rounds, milliseconds. */
  intervalMs: number;
  exclusively(lock: number, work: () => Promise<void>): Promise<boolean>;
  log: Logger;
}) {
  const { chores, intervalMs, exclusively, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let stopped = false;

  const round = async () => {
    for (const chore of chores) {
      if (stopped) return;
      try {
        await chore.run();
      } catch (error) {
        log.warn({ err: error, chore: chore.name }, 'a chore failed');
      }
    }
  };

  const tick = () => {
    running = exclusively(HOUSEKEEPING_LOCK, round)
      .catch((error: unknown) => log.warn({ err: error }, 'housekeeping could not start'))
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, intervalMs);
      });
  };

  return {
    start: tick,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
