import { type Client, WorkflowNotFoundError } from '@temporalio/client';

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
export async function listRuns(client: Client, query: string, limit: number): Promise<ListedRun[]> {
  const found: ListedRun[] = [];
  for await (const { workflowId, runId, type, memo } of client.workflow.list({ query, pageSize: PAGE_SIZE })) {
    const rowKey = memo?.['rowKey'];
    found.push({ workflowId, runId, workflowType: type, rowKey: typeof rowKey === 'string' ? rowKey : undefined });
    if (found.length === limit) break;
  }
  return found;
}

/** Terminates runs; those that have ended meanwhile are left as they are. */
export function terminateRuns(client: Client, runs: readonly ListedRun[], reason: string): Promise<void> {
  return forEach(runs, ({ workflowId, runId }) => client.workflow.getHandle(workflowId, runId).terminate(reason));
}

/** Deletes runs with their histories; open ones are terminated. The engine does so in the background. */
export function deleteRuns(client: Client, runs: readonly ListedRun[]): Promise<void> {
  const { namespace } = client.options;
  return forEach(runs, ({ workflowId, runId }) =>
    client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } }),
  );
}

async function forEach(runs: readonly ListedRun[], work: (run: ListedRun) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < runs.length; from += CONCURRENCY) {
    await Promise.all(runs.slice(from, from + CONCURRENCY).map((run) => work(run).catch(unlessGone)));
  }
}

/** gRPC's code for what is not there. */
const NOT_FOUND = 5;

function unlessGone(error: unknown): void {
  const isGone =
    error instanceof WorkflowNotFoundError || (error instanceof Error && 'code' in error && error.code === NOT_FOUND);
  if (!isGone) throw error;
}
