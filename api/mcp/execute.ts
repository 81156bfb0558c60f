import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cancelExecution } from '../../domain/executions/operations/cancel-execution.ts';
import { getExecution } from '../../domain/executions/operations/reads.ts';
import type { ExecutionEvent } from '../../domain/executions/steps/read-events.ts';
import { EXECUTION_STATUSES } from '../../domain/executions/table.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { invoke } from '../../domain/kernel/invoke.ts';
import { watchEvents } from '../executions/watch.ts';
import type { FollowedCall, McpContext } from './context.ts';
import { executionResult } from './execution-result.ts';
import { EXECUTION_TASK } from './execution-task.ts';
import { createdTask } from './tasks.ts';
import type { ToolAnswer } from './tool-options.ts';
import { structured } from './tool-result.ts';

/** How long a call waits for its execution; access tokens live a little longer. */
const WAIT_LIMIT_MS = 600_000;
/** Progress must increase with each report, so the first stages count a little. */
const STAGES: Record<string, number> = { planning: 1, executing: 2 };

/**
 * The context for following an execution: of the process that accepted the call, or of the one that the client resumed
 * on.
 */
export type FollowContext = Pick<
  McpContext,
  'deps' | 'call' | 'reauthenticate' | 'requireNotRevoked' | 'cancelled' | 'gone' | 'notify' | 'log'
>;

/** The fields used from the body of a route that accepts an execution. */
const acceptedSchema = z.object({
  data: z.object({
    id: z.int(),
    attributes: z.object({ status: z.enum(EXECUTION_STATUSES), capability: z.string() }),
  }),
});

/**
 * Responds to a call that started an execution: with a task where the client takes one; else at once, or after the execution
 * has ended where the client follows its progress.
 */
export async function respondWithExecution(body: unknown, context: McpContext): Promise<ToolAnswer> {
  const { id, attributes } = acceptedSchema.parse(body).data;
  const { status, capability } = attributes;
  context.log('info', { message: `Execution ${id} started`, execution_id: id, capability });
  if (context.offersTasks && !context.cancelled.aborted) {
    const reading = await EXECUTION_TASK.read(context, id);
    if (reading) return createdTask(EXECUTION_TASK, id, reading);
  }
  const text = `Execution ${id} started (${capability}). Read it with get_execution until it has ended.`;
  const started = structured({ execution_id: id, status }, text);
  const followed = await context.follow(id);
  if (followed) return followExecution(followed, 0, context);
  // The client can cancel before there is a stream: while the execution is being accepted, or its call recorded.
  if (context.cancelled.aborted) await cancel(id, context);
  return started;
}

/** Id of an event on a call's stream: the call's number and the id of the execution's event. */
export function callEventId(callId: number, executionEventId: number): string {
  return `call-${callId}-${executionEventId}`;
}

/** Parses the event id of a call's stream; undefined for other ids. */
export function readCallEventId(eventId: string): { callId: number; executionEventId: number } | undefined {
  const match = /^call-(\d{1,15})-(\d{1,15})$/.exec(eventId);
  return match ? { callId: Number(match[1]), executionEventId: Number(match[2]) } : undefined;
}

/**
 * Reports progress after the event that the client saw last, and returns the result once the execution has ended, the
 * wait limit is reached, or the client is gone. A cancelled call cancels its execution. Throws UNAUTHORIZED and
 * FORBIDDEN where the grant was revoked meanwhile.
 */
export async function followExecution(
  call: FollowedCall,
  seenEventId: number,
  context: FollowContext,
): Promise<CallToolResult> {
  const { deps, cancelled, gone } = context;
  const signal = AbortSignal.any([cancelled, gone, AbortSignal.timeout(WAIT_LIMIT_MS)]);
  const report = reporter(call, seenEventId, context);
  for await (const event of watchEvents(deps, { ...context.call, signal }, call.execution_id, 0)) {
    await context.requireNotRevoked();
    report(event);
  }
  if (cancelled.aborted) await cancel(call.execution_id, context);
  // The caller's role or access may have changed by now.
  const { actor } = await context.reauthenticate();
  const params = { id: call.execution_id };
  return executionResult(await invoke(deps, { ...context.call, actor }, getExecution, { params }));
}

/** Reports events that increase the progress; events that the client already saw only set the level to exceed. */
function reporter(
  call: FollowedCall,
  seenEventId: number,
  { notify, log }: FollowContext,
): (event: ExecutionEvent) => void {
  let highest = -1;
  let message = 'Waiting to start.';
  return ({ id, type, data }) => {
    if (type === 'status') message = `The execution is ${data['status']}.`;
    if (type === 'step' && data['status'] === 'completed') message = `Step ${data['key']}: ${data['summary']}`;
    const known = Number(data['progress_percentage'] ?? 0);
    const progress = Math.max(known, STAGES[String(data['status'])] ?? 0);
    const rises = type !== 'step' && progress > highest;
    if (rises) highest = progress;
    if (id <= seenEventId) return;
    if (type === 'step') log('debug', { execution_id: call.execution_id, ...data });
    if (!rises) return;
    const params = { progressToken: call.progress_token, progress, total: 100, message };
    notify('notifications/progress', params, call.id === undefined ? undefined : callEventId(call.id, id));
  };
}

async function cancel(executionId: number, { deps, call }: FollowContext): Promise<void> {
  try {
    await invoke(deps, call, cancelExecution, { params: { id: executionId } });
  } catch (error) {
    // It had ended already.
    if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
  }
}
