import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { z } from 'zod';
import { TAKE_OVER_SIGNAL, WAKE_SIGNAL, WEBHOOK_ENDPOINT_WORKFLOW } from '../../workflows/webhook-endpoint/contract.ts';

/** What the engine was told about webhook endpoints. */
export interface WebhookSignals {
  wakes: number;
  takeOvers: number;
}

const historySchema = z.object({
  events: z.array(
    z.object({ workflowExecutionSignaledEventAttributes: z.object({ signalName: z.string() }).optional() }),
  ),
});

/** Counts the signals in the histories of all runs that serve a webhook endpoint. */
export async function webhookSignals(address: string, namespace = 'default'): Promise<WebhookSignals> {
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection, namespace });
    const counted: WebhookSignals = { wakes: 0, takeOvers: 0 };
    for await (const { workflowId, runId } of workflow.list({
      query: `WorkflowType = '${WEBHOOK_ENDPOINT_WORKFLOW}'`,
    })) {
      const history = await workflow.getHandle(workflowId, runId).fetchHistory();
      for (const event of historySchema.parse(JSON.parse(historyToJSON(history))).events) {
        const name = event.workflowExecutionSignaledEventAttributes?.signalName;
        if (name === WAKE_SIGNAL) counted.wakes += 1;
        if (name === TAKE_OVER_SIGNAL) counted.takeOvers += 1;
      }
    }
    return counted;
  } finally {
    await connection.close();
  }
}
