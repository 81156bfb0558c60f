import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { typedKeywords } from './connection.ts';
import {
  alternativeWorkflowId,
  type CancelCommand,
  type EngineCommand,
  type SignalCommand,
  type StartCommand,
} from './engine-command.ts';

/** Longest the engine may take to accept a command, milliseconds. */
const DEADLINE_MS = 5_000;
/** A workflow task that its worker has not finished by then is given to another; short, so that work goes on soon after a kill. */
const WORKFLOW_TASK_TIMEOUT = '5s';
/** Numbers of gRPC's status codes. */
const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const NOT_FOUND = 5;
const UNAVAILABLE = 14;

/** The engine will never accept the command. */
export class CommandRefused extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'CommandRefused';
  }
}

/** Applies a command idempotently; null is one of an unknown kind. Throws CommandRefused when no retry can help. */
export async function applyCommand(client: Client, command: EngineCommand | null): Promise<void> {
  if (command === null) throw new CommandRefused('This release knows no command of that kind.');
  try {
    await client.connection.withDeadline(Date.now() + DEADLINE_MS, () => perform(client, command));
  } catch (error) {
    if (isInvalid(error)) throw new CommandRefused('The engine refuses the command.', { cause: error });
    throw error;
  }
}

/** Whether the engine says that a call can never be accepted as it is. */
export function isInvalid(error: unknown): boolean {
  return grpcCode(error) === INVALID_ARGUMENT;
}

/** Whether what a call was about is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof WorkflowNotFoundError || grpcCode(error) === NOT_FOUND;
}

function perform(client: Client, command: EngineCommand): Promise<void> {
  switch (command.action) {
    case 'start':
      return start(client, command);
    case 'signal':
      return signal(client, command);
    case 'cancel':
      return cancel(client, command);
  }
}

async function signal(client: Client, command: SignalCommand): Promise<void> {
  await client.workflow.signalWithStart(command.workflowType, {
    workflowId: command.workflowId,
    taskQueue: command.taskQueue,
    args: command.args,
    signal: command.signal,
    signalArgs: [],
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
    memo: command.memo,
    typedSearchAttributes: typedKeywords(command.keywords),
    staticSummary: command.summary,
    staticDetails: command.details,
    priority: command.priority,
  });
}

/** Whether the engine did not answer in time. */
export function isEngineSilent(error: unknown): boolean {
  return grpcCode(error) === DEADLINE_EXCEEDED;
}

/** Whether the engine could not be reached, rather than objecting to the command. */
export function isEngineAway(error: unknown): boolean {
  if (error instanceof CommandRefused) return false;
  const code = grpcCode(error);
  return code === UNAVAILABLE || code === DEADLINE_EXCEEDED || code === undefined;
}

/** What went wrong in a few words, for the log: while the engine is away there are many such lines. */
export function engineProblem(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

async function start(client: Client, command: StartCommand): Promise<void> {
  if (await startAs(client, command, command.workflowId)) return;
  if (await belongsTo(client, command.workflowId, command.rowKey)) return;
  await startAs(client, command, alternativeWorkflowId(command.workflowId, command.rowKey));
}

/** false when the id is taken. */
async function startAs(client: Client, command: StartCommand, workflowId: string): Promise<boolean> {
  try {
    await client.workflow.start(command.workflowType, {
      workflowId,
      taskQueue: command.taskQueue,
      args: command.args,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
      memo: { ...command.memo, rowKey: command.rowKey },
      typedSearchAttributes: typedKeywords(command.keywords),
      staticSummary: command.summary,
      staticDetails: command.details,
      priority: command.priority,
    });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

async function cancel(client: Client, command: CancelCommand): Promise<void> {
  const own = await belongsTo(client, command.workflowId, command.rowKey);
  const workflowId = own ? command.workflowId : alternativeWorkflowId(command.workflowId, command.rowKey);
  try {
    await client.workflow.getHandle(workflowId).cancel();
  } catch (error) {
    // Not started yet, or closed already: the row's own state stops it.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** State of the run of a row: open, closed, or unknown to the engine. One that staff have paused is open, too. */
export async function runState(
  client: Client,
  workflowId: string,
  rowKey: string,
): Promise<'open' | 'closed' | 'unknown'> {
  for (const id of [workflowId, alternativeWorkflowId(workflowId, rowKey)]) {
    const description = await describe(client, id);
    if (description?.memo?.['rowKey'] === rowKey) return description.closeTime === undefined ? 'open' : 'closed';
  }
  return 'unknown';
}

/** As the memo of a run has the key of its row. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PAGE_SIZE = 1_000;

/**
 * Keys of the rows whose runs ended since a moment in a way that no workflow chose: terminated, cancelled, failed or timed out. At most
 * `limit` of them. The engine's list lags behind, so it only says where to look.
 */
export async function listLostRuns(
  client: Client,
  workflowType: string,
  since: Date,
  limit: number,
): Promise<string[]> {
  const query =
    `WorkflowType = '${workflowType}' AND ExecutionStatus IN ('Terminated', 'Canceled', 'Failed', 'TimedOut') ` +
    `AND CloseTime > '${since.toISOString()}'`;
  const rowKeys = new Set<string>();
  let read = 0;
  for await (const { memo } of client.workflow.list({ query, pageSize: PAGE_SIZE })) {
    const rowKey = memo?.['rowKey'];
    if (typeof rowKey === 'string' && UUID.test(rowKey)) rowKeys.add(rowKey);
    read += 1;
    if (read === limit) break;
  }
  return [...rowKeys];
}

async function belongsTo(client: Client, workflowId: string, rowKey: string): Promise<boolean> {
  const description = await describe(client, workflowId);
  return description?.memo?.['rowKey'] === rowKey;
}

async function describe(client: Client, workflowId: string) {
  try {
    return await client.workflow.getHandle(workflowId).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** Number of gRPC's status code of a call that failed; undefined for other errors. */
export function grpcCode(error: unknown): number | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'number' ? cause.code : undefined;
}
