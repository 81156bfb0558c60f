import type { Client } from '@temporalio/client';
import { isNotFound } from './engine.ts';

/** Concurrent requests to the engine, which has other work to do. */
const CONCURRENCY = 10;
const PAGE_SIZE = 1_000;

/** A run as the engine lists it. */
export interface ListedRun {
  workflowId: string;
  runId: string;
  workflowType: string;
  /** Key of its row; undefined where it has none. */
  rowKey: string | undefined;
}

/** The runs that a list filter finds, at most `limit` of them. The list lags behind the engine by about a second. */
export async function listRuns(client: Client, query: string, limit = Number.POSITIVE_INFINITY): Promise<ListedRun[]> {
  const found: ListedRun[] = [];
  for await (const { workflowId, runId, type, memo } of client.workflow.list({ query, pageSize: PAGE_SIZE })) {
    const rowKey = memo?.['rowKey'];
    found.push({ workflowId, runId, workflowType: type, rowKey: typeof rowKey === 'string' ? rowKey : undefined });
    if (found.length === limit) break;
  }
  return found;
}

/**
 * Terminates runs; returns how many had not ended already. One that cannot be ended does not keep the others; throws the first such error
 * when the rest is done.
 */
export function terminateRuns(client: Client, runs: readonly ListedRun[], reason: string): Promise<number> {
  return onEach(runs, 'ended', ({ workflowId, runId }) =>
    client.workflow.getHandle(workflowId, runId).terminate(reason),
  );
}

/** Deletes runs with their histories; open ones are terminated. The engine does so in the background. Throws as terminateRuns. */
export async function deleteRuns(client: Client, runs: readonly ListedRun[]): Promise<void> {
  const { namespace } = client.options;
  await onEach(runs, 'deleted', ({ workflowId, runId }) =>
    client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } }),
  );
}

/** How many open runs of a task queue commands have started. */
export async function countOpenRuns(client: Client, taskQueue: string): Promise<number> {
  return (await listRuns(client, openRunsOf(taskQueue))).length;
}

/**
 * Terminates all open runs of a task queue that commands have started, until the engine lists no further one; returns how many. Throws as
 * terminateRuns.
 */
export async function terminateOpenRuns(client: Client, taskQueue: string, reason: string): Promise<number> {
  const known = new Set<string>();
  for (let ended = 0; ; ) {
    // What was ended is listed for a moment longer.
    const open = (await listRuns(client, openRunsOf(taskQueue))).filter(({ runId }) => !known.has(runId));
    if (open.length === 0) return ended;
    ended += await terminateRuns(client, open, reason);
    for (const { runId } of open) known.add(runId);
  }
}

/**
 * Also those that staff have paused. Those of Schedules are left out: they only read and compare, or begin with the database as it
 * is.
 */
function openRunsOf(taskQueue: string): string {
  return `TaskQueue = '${taskQueue}' AND CloseTime IS NULL AND TemporalScheduledById IS NULL`;
}

/** Returns how many were there. */
async function onEach(
  runs: readonly ListedRun[],
  done: 'ended' | 'deleted',
  work: (run: ListedRun) => Promise<unknown>,
): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  const attempt = async (run: ListedRun) => {
    try {
      await work(run);
      count += 1;
    } catch (error) {
      if (!isNotFound(error)) failures.push(error);
    }
  };
  for (let from = 0; from < runs.length; from += CONCURRENCY) {
    await Promise.all(runs.slice(from, from + CONCURRENCY).map(attempt));
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} runs could not be ${done}; the others were.`, { cause: failures[0] });
  }
  return count;
}
