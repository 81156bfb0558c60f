import type { Logger } from 'pino';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform } from '../domain/kernel/step.ts';
import { type Tracing, traceRound } from '../infra/telemetry/tracing.ts';
import type { PeriodicTask, WorkerArea } from './area.ts';

/** Number of the advisory lock; one worker runs the tasks. */
const HOUSEKEEPING_LOCK = 7_310_002;

/** The tasks of an area for each minute. */
export function tasksOf({ upkeep = [], periodic = [] }: WorkerArea): PeriodicTask[] {
  return [...upkeep.map((step) => ({ name: step.name, run: (deps: Deps) => perform(deps, step, {}) })), ...periodic];
}

/**
 * Runs the tasks at an interval on one of the workers, each in a trace of its own. A task that fails is logged and retried in the
 * next round.
 */
export function createHousekeeping(options: {
  deps: Deps;
  tasks: readonly PeriodicTask[];
  /** Pause between two rounds, milliseconds. */
  intervalMs: number;
  exclusively(lock: number, work: () => Promise<void>): Promise<boolean>;
  tracing?: Tracing | undefined;
  log: Logger;
}) {
  const { deps, tasks, intervalMs, exclusively, tracing, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let stopped = false;

  const round = async () => {
    for (const task of tasks) {
      if (stopped) return;
      try {
        await traceRound(tracing, `housekeeping ${task.name}`, () => task.run(deps));
      } catch (error) {
        log.warn({ err: error, task: task.name }, 'a task failed');
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
