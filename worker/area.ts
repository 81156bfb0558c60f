import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import type { AnyFlow } from '../activities/flow.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { nothing } from '../domain/kernel/invoke.ts';
import type { Step } from '../domain/kernel/step.ts';
import type { ClockComparison } from '../infra/clock/comparison.ts';
import type { Queue } from '../workflows/queues.ts';

/** What the worker process passes to an area. */
export interface WorkerContext {
  deps: Deps;
  /** What works beside the queues begins nothing by a clock that may be wrong; activities and tasks are asked for elsewhere. */
  clocks: Pick<ClockComparison, 'requireAgreement'>;
  /** Runs work that only one process may do at a time; false when another process is doing it. */
  exclusively(lock: number, work: () => Promise<void>): Promise<boolean>;
  log: Logger;
  registry: Registry;
}

/** A task that one of the workers runs each minute. */
export interface PeriodicTask {
  name: string;
  run(deps: Deps): Promise<unknown>;
}

/** The flows and background work of an area: an entry of areas.ts. */
export interface WorkerArea {
  flows?: readonly AnyFlow[];
  /** Steps that one of the workers runs each minute. */
  housekeeping?: readonly Step<typeof nothing, z.ZodType>[];
  /** Further tasks for each minute. */
  periodic?: readonly PeriodicTask[];
  /** The queue with which `start` goes: workers that do not serve it leave it out. `mw-main` when absent. */
  beside?: Queue;
  /** Starts work that runs beside the queues, and what is measured of it; `stop` ends what has an end. */
  start?(context: WorkerContext): { stop(): Promise<void> } | undefined;
}
