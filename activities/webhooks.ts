import { drainEndpoint } from '../domain/webhooks/steps/drain-endpoint.ts';
import { WEBHOOK_ENDPOINT } from '../workflows/webhook-endpoint/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Deliveries to webhook endpoints. */
export const webhookEndpoint = {
  contract: WEBHOOK_ENDPOINT,
  steps: { webhooks: { drainWebhookEndpoint: drainEndpoint } },
  owner: { none: 'The sweep finds endpoints with due deliveries and no drain, even when the command is lost.' },
} as const satisfies Flow<typeof WEBHOOK_ENDPOINT>;

export type WebhookEndpointSteps = Activities<typeof webhookEndpoint>;
