import type { Client, WorkflowHandle } from '@temporalio/client';
import { type AnyCommandedFlow, workflowIdOf } from '../../workflows/commands.ts';
import { MAIN_QUEUE } from '../../workflows/queues.ts';

/** Starts the run of a row, as its command does; `more` is what the flow takes besides the row. */
export function startRun(
  client: Client,
  flow: AnyCommandedFlow,
  row: number,
  more: { sandbox?: boolean } = {},
): Promise<WorkflowHandle> {
  return client.workflow.start(flow.workflow, {
    workflowId: workflowIdOf(flow, row),
    taskQueue: MAIN_QUEUE,
    args: [{ [flow.row]: row, rowKey: crypto.randomUUID(), ...more }],
  });
}

/** What staff see of a run in the Web UI. */
export async function currentDetails(run: Pick<WorkflowHandle, 'query'>): Promise<string> {
  const metadata = await run.query<{ currentDetails: string }, []>('__temporal_workflow_metadata');
  return metadata.currentDetails;
}
