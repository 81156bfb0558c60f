import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { CommandKind, CommandOf } from '../domain/kernel/command.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { staleRows, staleRowsInput } from '../domain/kernel/stale-rows.ts';
import type { Step } from '../domain/kernel/step.ts';
import type { Queue } from '../workflows/queues.ts';
import type { PeriodicTask } from './housekeeping.ts';

/** What an area gets from the worker process. */
export interface WorkerContext {
  deps: Deps;
  /** Runs work that only one process may do at a time; false when another does it now. */
  exclusively(lock: number, work: () => Promise<void>): Promise<boolean>;
  log: Logger;
  registry: Registry;
}

/** Work that a command starts on the engine, and what becomes of its owner when the engine loses or refuses it. */
interface Job<Kind extends CommandKind> {
  /** Ends the owner of a command that the engine will never take; a repeat does nothing more. */
  refused(deps: Deps, command: CommandOf<Kind>): Promise<unknown>;
  /** How lost runs are found; null where nothing is held for one, or something else looks after it. */
  stale: StaleWork | null;
}

/** Open rows whose run may be lost, for the reconciler. */
export interface StaleWork {
  /** One of them, in the log. */
  name: string;
  list: Step<typeof staleRowsInput, typeof staleRows>;
  /** Name of the workflow of their runs. */
  workflowType: string;
  workflowId(id: number): string;
  /** Ends the row; false when it had ended. */
  end(deps: Deps, row: { id: number; rowKey: string }): Promise<boolean>;
}

/** How the job of each of these commands is watched. */
export type Jobs<Kind extends CommandKind> = { [K in Kind]: Job<K> };

/** What an area has the worker do: an entry of areas.ts. */
export interface WorkerArea<Kind extends CommandKind = never> {
  /** Its activities, by the queue that they are served on. */
  activities?(context: WorkerContext): { [Name in Queue]?: object };
  jobs: Jobs<Kind>;
  periodic?: readonly PeriodicTask[];
  /** What runs beside the queues; `stop` ends it. */
  start?(context: WorkerContext): { stop(): Promise<void> };
}
