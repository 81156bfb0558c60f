import type { Deps } from '../domain/kernel/deps.ts';
import { drainEndpoint } from '../domain/webhooks/steps/drain-endpoint.ts';
import type { WebhookActivities } from '../workflows/webhook-endpoint/contract.ts';
import { activity } from './activity.ts';

/** Sends webhooks. */
export function createWebhookActivities(deps: Deps): WebhookActivities {
  return { drainWebhookEndpoint: activity(deps, drainEndpoint) };
}
