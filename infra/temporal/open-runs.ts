import { type Client, WorkflowNotFoundError } from '@temporalio/client';

/** Concurrent requests to the engine, which has other work to do. */
const CONCURRENCY = 10;

/** A run that has not ended. */
interface OpenRun {
  workflowId: string;
  runId: string;
}

/**
 * Open runs of a task queue that commands have started, also those that staff have paused. Those of Schedules are left out: they only read and compare, or
 * begin with the database as it is.
 */
async function listOpenRuns(client: Client, taskQueue: string): Promise<OpenRun[]> {
  const query = `TaskQueue = '${taskQueue}' AND CloseTime IS NULL AND TemporalScheduledById IS NULL`;
  const runs: OpenRun[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: 1_000 })) {
    runs.push({ workflowId, runId });
  }
  return runs;
}

/** How many runs of a task queue are open that commands have started. The engine's list lags by a moment. */
export async function countOpenRuns(client: Client, taskQueue: string): Promise<number> {
  return (await listOpenRuns(client, taskQueue)).length;
}

/**
 * Ends all open runs of a task queue that commands have started; returns how many. Repeats until the engine lists no
 * further one. One that cannot be ended does not keep the others; throws the first such error when the rest is done.
 */
export async function terminateOpenRuns(client: Client, taskQueue: string, reason: string): Promise<number> {
  const done = new Set<string>();
  const failures: unknown[] = [];
  let ended = 0;
  for (;;) {
    // What was ended is listed for a moment longer.
    const open = (await listOpenRuns(client, taskQueue)).filter(({ runId }) => !done.has(runId));
    if (open.length === 0) break;
    for (let from = 0; from < open.length; from += CONCURRENCY) {
      const outcomes = await Promise.allSettled(
        open.slice(from, from + CONCURRENCY).map((run) => {
          done.add(run.runId);
          return terminate(client, run, reason);
        }),
      );
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') failures.push(outcome.reason);
        else if (outcome.value) ended += 1;
      }
    }
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} runs could not be ended; the others were.`, { cause: failures[0] });
  }
  return ended;
}

/** false when it had ended already. */
async function terminate(client: Client, { workflowId, runId }: OpenRun, reason: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId, runId).terminate(reason);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
