import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { WEBHOOKS_QUEUE } from './contracts/queues.ts';
import { WAKE_SIGNAL, type WebhookActivities, type WebhookEndpointInput } from './contracts/webhook-endpoint.ts';
import { endpointDetails } from './lib/endpoint-details.ts';

/** A drain lasts a minute at most and must go on whatever happens; its worker's death is noticed by the missing heartbeat. */
const { drainWebhookEndpoint } = proxyActivities<WebhookActivities>({
  taskQueue: WEBHOOKS_QUEUE,
  startToCloseTimeout: '3m',
  heartbeatTimeout: '5s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

const wake = defineSignal(WAKE_SIGNAL);

/** Drains one endpoint, sleeps to its next retry or wake, and ends when nothing is left. */
export async function webhookEndpoint(input: WebhookEndpointInput): Promise<void> {
  let woken = false;
  setHandler(wake, () => {
    woken = true;
  });
  for (;;) {
    woken = false;
    const end = await drainWebhookEndpoint(input);
    if (end.health) setCurrentDetails(endpointDetails(end.health, end.waitMs));
    if (end.waitMs === null && !woken) return;
    if (end.waitMs !== null && end.waitMs > 0 && !woken) await condition(() => woken, end.waitMs);
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof webhookEndpoint>(input);
  }
}
