import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { z } from 'zod';
import { WAKE_SIGNAL, WEBHOOK_ENDPOINT } from '../../workflows/webhook-endpoint/contract.ts';
import { send } from './client.ts';

const historySchema = z.object({
  events: z.array(
    z.object({ workflowExecutionSignaledEventAttributes: z.object({ signalName: z.string() }).optional() }),
  ),
});

/** Counts the wakes in the histories of all runs that serve a webhook. */
export async function countWakes(temporalAddress: string): Promise<number> {
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const { workflow } = new Client({ connection });
    let wakes = 0;
    for await (const { workflowId, runId } of workflow.list({
      query: `WorkflowType = '${WEBHOOK_ENDPOINT.workflow}'`,
    })) {
      const history = await workflow.getHandle(workflowId, runId).fetchHistory();
      const { events } = historySchema.parse(JSON.parse(historyToJSON(history)));
      wakes += events.filter(
        ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName === WAKE_SIGNAL,
      ).length;
    }
    return wakes;
  } finally {
    await connection.close();
  }
}

/** How many drains the sweep has taken over, from the worker's metrics. */
export async function countTakeOvers(metricsOrigin: string): Promise<number> {
  const { text } = await send(`${metricsOrigin}/metrics`);
  return Number(/^marketwright_webhook_sweep_total\{action="taken_over"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
