import type { z } from 'zod';
import type { drainEndpoint } from '../../domain/webhooks/steps/drain-endpoint.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Name of the signal for new work. */
export const WAKE_SIGNAL = 'wake';

/** Name of the signal with which staff replace a drain, wherever it runs, by a new one. */
export const TAKE_OVER_SIGNAL = 'takeOver';

/** Identifies the endpoint that a run delivers to. */
export type WebhookEndpointInput = z.input<typeof drainEndpoint.input>;

/** Serves one webhook endpoint while it has work; new work starts a new run. */
export const WEBHOOK_ENDPOINT = {
  workflow: 'webhookEndpoint',
  id: 'webhook-endpoint',
  row: 'endpointId',
  command: 'webhook.wake',
  signal: WAKE_SIGNAL,
  start: ({ endpointId, rowKey, partnerId, requestId }, publicUrl) => ({
    input: { endpointId },
    memo: { rowKey, requestId, link: `${publicUrl}/api/v1/partners/webhooks/${endpointId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `webhook:${endpointId}` },
    summary: `Webhook ${endpointId} of partner ${partnerId}`,
    details:
      'Sends what is due to one endpoint. Safe to cancel or terminate: what is left is picked up again within seconds.',
    priority: priorityOf(partnerId),
  }),
} as const satisfies CommandedFlow<'webhook.wake', WebhookEndpointInput>;
