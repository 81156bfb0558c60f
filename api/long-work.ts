import type { z } from 'zod';
import type { Call } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { AppError } from '../domain/kernel/errors.ts';
import { invoke } from '../domain/kernel/invoke.ts';
import type { Operation } from '../domain/kernel/operation.ts';

/** How far work is that a request has begun. */
export interface WorkState {
  /** Number of its record. */
  id: number;
  isOpen: boolean;
  /** For people: what it is doing, or what came of it. */
  message: string;
  createdAt: Date;
  updatedAt: Date;
  /** The error that the request would have ended with. */
  failure?: AppError | undefined;
  isCancelled?: boolean;
  /** Whether its record shows a failure that is no error of the request. */
  isFailed?: boolean;
}

/** Work that goes on when the request that began it was answered; clients of MCP can follow it as a task. */
export interface LongWork<Output> {
  /** Its kind in ids of tasks: `case-study` of `case-study-7`. */
  kind: string;
  /** What followers are notified of when it goes on. */
  uriOf(id: number): string;
  /** How far it is; null where the record is of no such work. */
  stateOf(output: Output): WorkState | null;
  /** Finds the work by the number of its record. Throws AppError. */
  read(deps: Deps, call: Call, id: number): Promise<Output>;
  /** Stops the work; absent where it cannot be stopped. Throws AppError: CONFLICT where it has ended. */
  cancel?: ((deps: Deps, call: Call, id: number) => Promise<unknown>) | undefined;
}

/** Declares such work; `read` is an operation whose path has the `id` alone, with the output of the one that begins the work. */
export function longWork<Params extends z.ZodType, Input extends z.ZodType, Target, Output>({
  read,
  ...declared
}: Omit<LongWork<Output>, 'read'> & { read: Operation<Params, Input, Target, Output> }): LongWork<Output> {
  return { ...declared, read: (deps, call, id) => invoke(deps, call, read, { params: { id } }) };
}
