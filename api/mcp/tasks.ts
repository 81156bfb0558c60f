import type { CallToolResult } from '@modelcontextprotocol/server';
import { cancelExecution } from '../../domain/executions/operations/cancel-execution.ts';
import { getExecution } from '../../domain/executions/operations/reads.ts';
import type { ExecutionDetail } from '../../domain/executions/rules.ts';
import type { ExecutionStatus } from '../../domain/executions/table.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { invoke } from '../../domain/kernel/invoke.ts';
import type { McpContext } from './context.ts';
import { executionResult } from './execution-result.ts';
import { CODES, RpcError } from './json-rpc.ts';

/** How often a client should ask for a task, milliseconds. */
const POLL_MS = 1_000;

/** A call of a tool that is answered later: the state of its execution, in the form of the protocol's extension for tasks. */
export interface Task {
  taskId: string;
  status: 'working' | 'completed' | 'cancelled';
  statusMessage: string;
  createdAt: string;
  lastUpdatedAt: string;
  /** Executions stay. */
  ttlMs: null;
  pollIntervalMs: number;
  /** What the call would have answered, once it is completed; an execution that failed is a result that says so. */
  result?: CallToolResult;
}

/** What a call answers that became a task. */
export type CreatedTask = Omit<Task, 'result'> & { resultType: 'task' };

/** What a task's operations need of a context. */
type TaskContext = Pick<McpContext, 'deps' | 'call'>;

const STATUS: Readonly<Record<ExecutionStatus, Task['status']>> = {
  pending: 'working',
  planning: 'working',
  executing: 'working',
  completed: 'completed',
  failed: 'completed',
  archived: 'completed',
  cancelled: 'cancelled',
};

/** The answer of a call that has started an execution. */
export async function createdTask(context: TaskContext, executionId: number): Promise<CreatedTask> {
  const { result: _result, ...task } = await taskOf(context, executionId);
  return { resultType: 'task', ...task };
}

/** A task as it is now. Throws -32602 for one that the caller has not. */
export function getTask(context: TaskContext, taskId: string): Promise<Task> {
  return taskOf(context, executionOf(taskId));
}

/** Cancels what a task waits for; one that has ended stays as it is. Throws -32602 for one that the caller has not. */
export async function cancelTask(context: TaskContext, taskId: string): Promise<void> {
  const id = executionOf(taskId);
  await known(taskId, async () => {
    try {
      await invoke(context.deps, context.call, cancelExecution, { params: { id } });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
    }
  });
}

/** The execution that a task's id names; undefined for other ids. */
export function executionNamedBy(taskId: string): number | undefined {
  const id = /^execution-([1-9]\d{0,14})$/.exec(taskId)?.[1];
  return id === undefined ? undefined : Number(id);
}

function executionOf(taskId: string): number {
  const id = executionNamedBy(taskId);
  if (id === undefined) throw unknownTask(taskId);
  return id;
}

async function taskOf({ deps, call }: TaskContext, executionId: number): Promise<Task> {
  const taskId = `execution-${executionId}`;
  const detail = await known(taskId, () => invoke(deps, call, getExecution, { params: { id: executionId } }));
  const { status, created_at, updated_at } = detail.execution;
  return {
    taskId,
    status: STATUS[status],
    statusMessage: messageOf(detail),
    createdAt: created_at.toISOString(),
    lastUpdatedAt: updated_at.toISOString(),
    ttlMs: null,
    pollIntervalMs: POLL_MS,
    ...(STATUS[status] === 'completed' && { result: executionResult(detail) }),
  };
}

function messageOf({ execution: { status, progress_percentage, error_message } }: ExecutionDetail): string {
  if (error_message !== null) return error_message;
  return STATUS[status] === 'working'
    ? `The execution is ${status} (${progress_percentage} %).`
    : `The execution is ${status}.`;
}

/** Runs work on an execution; one of somebody else is as unknown as one that there is not. */
async function known<Result>(taskId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isHidden = error instanceof AppError && ['NOT_FOUND', 'FORBIDDEN'].includes(error.code);
    throw isHidden ? unknownTask(taskId) : error;
  }
}

function unknownTask(taskId: string): RpcError {
  return new RpcError(CODES.invalidParams, 'Task not found.', { taskId });
}
