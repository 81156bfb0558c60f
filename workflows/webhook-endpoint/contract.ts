import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that serves one webhook endpoint while it has work. */
export const WEBHOOK_ENDPOINT_WORKFLOW = 'webhookEndpoint';

/** Its id; a new run starts when an endpoint gets work again. */
export function webhookEndpointWorkflowId(endpointId: number): string {
  return `webhook-endpoint-${endpointId}`;
}

/** Name of the signal that tells of new work. */
export const WAKE_SIGNAL = 'wake';

/** Name of the signal by which staff have a drain given up, wherever it runs, and another one begun. */
export const TAKE_OVER_SIGNAL = 'takeOver';

/** Which endpoint a run sends for. */
export interface WebhookEndpointInput {
  endpointId: number;
}

/** Figures for the Web UI. */
export interface DrainReport {
  backlog: number;
  lastResponseCode: number | null;
  failures: number;
  timeouts: number;
  active: boolean;
}

/** What sends; a drain lasts up to a minute. */
export interface WebhookActivities {
  /** Sends what is due; returns when to come again: at once (0), after a while, or null when nothing is left. */
  drainWebhookEndpoint(input: WebhookEndpointInput): Promise<{ waitMs: number | null; health?: DrainReport }>;
}

/** What the command becomes on the engine. */
export const webhookEndpointCommands: EngineCommands<'webhook.wake'> = {
  'webhook.wake': ({ endpointId, rowKey, partnerId, requestId }, publicUrl) => ({
    action: 'signal',
    workflowType: WEBHOOK_ENDPOINT_WORKFLOW,
    workflowId: webhookEndpointWorkflowId(endpointId),
    taskQueue: MAIN_QUEUE,
    args: [{ endpointId }],
    signal: WAKE_SIGNAL,
    memo: { rowKey, requestId, link: `${publicUrl}/api/v1/partners/webhooks/${endpointId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `webhook:${endpointId}` },
    summary: `Webhook ${endpointId} of partner ${partnerId}`,
    details:
      'Sends what is due to one endpoint. Safe to cancel or terminate: what is left is picked up again within seconds.',
    priority: priorityOf(partnerId),
  }),
};
