import { drainEndpoint } from '../domain/webhooks/steps/drain-endpoint.ts';
import { WEBHOOK_ENDPOINT } from '../workflows/webhook-endpoint/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Deliveries to webhook endpoints. */
export const webhookEndpoint = {
  contract: WEBHOOK_ENDPOINT,
  steps: { webhooks: { drainWebhookEndpoint: drainEndpoint } },
  // The sweep finds what is due and has no drain, whatever became of the command.
  owner: null,
} as const satisfies Flow<typeof WEBHOOK_ENDPOINT>;

/** Its activities. */
export type WebhookEndpointSteps = Activities<typeof webhookEndpoint>;
