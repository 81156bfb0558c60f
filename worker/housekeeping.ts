import type { Logger } from 'pino';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform } from '../domain/kernel/step.ts';
import type { ClockComparison } from '../infra/clock/comparison.ts';
import { createRounds, type Rounds } from '../infra/rounds.ts';
import { type Tracing, traceRound } from '../infra/telemetry/tracing.ts';
import type { PeriodicTask, WorkerArea } from './area.ts';

/** Number of the advisory lock; one worker runs the tasks. */
const HOUSEKEEPING_LOCK = 7_310_002;

/** The tasks of an area for each minute. */
export function tasksOf({ housekeeping = [], periodic = [] }: WorkerArea): PeriodicTask[] {
  return [
    ...housekeeping.map((step) => ({ name: step.name, run: (deps: Deps) => perform(deps, step, {}) })),
    ...periodic,
  ];
}

/**
 * Runs the tasks at an interval on one of the workers, each in a trace of its own, and none by a clock that may be wrong. A task
 * that fails is logged and retried in the next round.
 */
export function createHousekeeping(options: {
  deps: Deps;
  clocks: Pick<ClockComparison, 'requireAgreement'>;
  tasks: readonly PeriodicTask[];
  /** Pause between two rounds, milliseconds. */
  intervalMs: number;
  exclusively(lock: number, work: () => Promise<void>): Promise<boolean>;
  tracing?: Tracing | undefined;
  log: Logger;
}): Rounds {
  const { deps, clocks, tasks, intervalMs, exclusively, tracing, log } = options;

  const doTasks = async (stopping: AbortSignal) => {
    for (const task of tasks) {
      if (stopping.aborted) return;
      try {
        await clocks.requireAgreement();
        await traceRound(tracing, `housekeeping ${task.name}`, () => task.run(deps));
      } catch (error) {
        log.warn({ err: error, task: task.name }, 'a task failed');
      }
    }
  };

  return createRounds({
    pauseMs: intervalMs,
    round: (stopping) => exclusively(HOUSEKEEPING_LOCK, () => doTasks(stopping)),
    onError: (error) => log.warn({ err: error }, 'housekeeping could not start'),
  });
}
