/** Name of the workflow that serves one webhook endpoint while it has work. */
export const WEBHOOK_ENDPOINT_WORKFLOW = 'webhookEndpoint';

/** Its id; a new run starts when an endpoint gets work again. */
export function webhookEndpointWorkflowId(endpointId: number): string {
  return `webhook-endpoint-${endpointId}`;
}

/** Name of the signal that tells of new work. */
export const WAKE_SIGNAL = 'wake';

/** Name of the signal that tells of new work and of the death of the drain that should do it. */
export const TAKE_OVER_SIGNAL = 'takeOver';

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

export interface WebhookActivities {
  /** Sends what is due; returns when to come again: at once (0), after a while, or null when nothing is left. */
  drainWebhookEndpoint(input: WebhookEndpointInput): Promise<{ waitMs: number | null; health?: DrainReport }>;
}
