import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import type { AnyFlow } from '../activities/flow.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { nothing } from '../domain/kernel/invoke.ts';
import type { Step } from '../domain/kernel/step.ts';

/** What an area gets from the worker process. */
export interface WorkerContext {
  deps: Deps;
  /** Runs work that only one process may do at a time; false when another does it now. */
  exclusively(lock: number, work: () => Promise<void>): Promise<boolean>;
  log: Logger;
  registry: Registry;
}

/** Something that one of the workers does each minute. */
export interface PeriodicTask {
  name: string;
  run(deps: Deps): Promise<unknown>;
}

/** What an area has the worker do: an entry of areas.ts. */
export interface WorkerArea {
  flows?: readonly AnyFlow[];
  /** Steps that one of the workers performs each minute. */
  upkeep?: readonly Step<typeof nothing, z.ZodType>[];
  /** What else it does each minute. */
  periodic?: readonly PeriodicTask[];
  /** What runs beside the queues; `stop` ends it. */
  start?(context: WorkerContext): { stop(): Promise<void> };
}
