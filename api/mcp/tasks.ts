import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Deps } from '../../domain/kernel/deps.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import type { PresentContext } from '../resource.ts';
import { CODES, type ErrorCode, RpcError } from './json-rpc.ts';

/** How often a client should ask for a task, milliseconds. */
const POLL_MS = 1_000;

/** What of a task depends on how far its work is. */
export type Outcome =
  | { status: 'working' | 'cancelled' }
  /** What the call would have answered. */
  | { status: 'completed'; result: CallToolResult }
  /** The error that the call would have ended with. */
  | { status: 'failed'; error: { code: ErrorCode; message: string; data?: Record<string, unknown> | undefined } };

/** A call of a tool that is answered later: the state of its work, in the form of the protocol's extension for tasks. */
type Task = Outcome & {
  taskId: string;
  statusMessage: string;
  createdAt: string;
  lastUpdatedAt: string;
  /** Records stay, or go after a time that the client need not know. */
  ttlMs: null;
  pollIntervalMs: number;
};

/** What a call answers that became a task. */
export type CreatedTask = Omit<Task, 'result' | 'error'> & { resultType: 'task' };

/** What a task's operations need of a context. */
export type TaskContext = PresentContext & { deps: Deps };

/** How far the work of a task is. */
export interface TaskReading {
  /** For people. */
  message: string;
  createdAt: Date;
  updatedAt: Date;
  outcome: Outcome;
}

/** Work that a call can begin. */
export interface TaskSource {
  /** Begins the ids of its tasks: `case-study` of `case-study-7`. */
  kind: string;
  /** What followers are notified of when the work goes on. */
  uriOf(id: number): string;
  /** The work with this number; null where the record is of no such work. Throws AppError. */
  read(context: TaskContext, id: number): Promise<TaskReading | null>;
  /** Stops the work; absent where it cannot be stopped. Throws CONFLICT where it has ended. */
  cancel?: ((context: TaskContext, id: number) => Promise<void>) | undefined;
}

/** The tasks that calls can become. */
export interface Tasks {
  /** A task as it is now. Throws -32602 for one that the caller has not. */
  get(context: TaskContext, taskId: string): Promise<Task>;
  /**
   * Cancels what a task waits for; what has ended, or cannot be stopped, stays as it is. Throws -32602 for one that the
   * caller has not.
   */
  cancel(context: TaskContext, taskId: string): Promise<void>;
  /** What followers of a task are notified of; undefined for what is no id of a task. */
  uriOf(taskId: string): string | undefined;
}

/** The answer of a call whose work goes on. */
export function createdTask({ kind }: Pick<TaskSource, 'kind'>, id: number, reading: TaskReading): CreatedTask {
  return { resultType: 'task', ...stateOf(`${kind}-${id}`, reading), status: reading.outcome.status };
}

/** The tasks of these sources. Of several with one kind, the first counts that knows the record. */
export function createTasks(sources: readonly TaskSource[]): Tasks {
  const byKind = Map.groupBy(sources, ({ kind }) => kind);
  const parse = (taskId: string) => {
    const end = taskId.lastIndexOf('-');
    const named = byKind.get(taskId.slice(0, end)) ?? [];
    const number = taskId.slice(end + 1);
    return /^[1-9]\d{0,14}$/.test(number) ? { named, id: Number(number) } : { named: [], id: 0 };
  };
  const find = async (context: TaskContext, taskId: string) => {
    const { named, id } = parse(taskId);
    for (const source of named) {
      const reading = await known(taskId, () => source.read(context, id));
      if (reading) return { source, id, reading };
    }
    throw unknownTask(taskId);
  };
  return {
    async get(context, taskId) {
      const { reading } = await find(context, taskId);
      return { ...stateOf(taskId, reading), ...reading.outcome };
    },
    async cancel(context, taskId) {
      const { source, id } = await find(context, taskId);
      await known(taskId, async () => {
        try {
          await source.cancel?.(context, id);
        } catch (error) {
          // It has ended meanwhile.
          if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
        }
      });
    },
    uriOf(taskId) {
      const { named, id } = parse(taskId);
      return named[0]?.uriOf(id);
    },
  };
}

function stateOf(taskId: string, { message, createdAt, updatedAt }: TaskReading) {
  return {
    taskId,
    statusMessage: message,
    createdAt: createdAt.toISOString(),
    lastUpdatedAt: updatedAt.toISOString(),
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  };
}

/** Runs work on a record; one that the caller may not see is as unknown as one that there is not. */
async function known<Result>(taskId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isHidden = error instanceof AppError && [403, 404].includes(error.status);
    throw isHidden ? unknownTask(taskId) : error;
  }
}

function unknownTask(taskId: string): RpcError {
  return new RpcError(CODES.invalidParams, 'Task not found.', { taskId });
}
