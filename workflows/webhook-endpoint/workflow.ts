import {
  ActivityCancellationType,
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { WebhookEndpointSteps } from '../../activities/webhooks.ts';
import { continueOnTargetVersion, shouldContinueAsNew } from '../lib/continue.ts';
import { proxySteps } from '../lib/steps.ts';
import { TAKE_OVER_SIGNAL, WAKE_SIGNAL, type WebhookEndpointInput } from './contract.ts';
import { drainingDetails, endpointDetails } from './endpoint-details.ts';

/**
 * A drain ends after at most ten minutes and must always continue. Other processes detect the death of its worker
 * first, and signal. The heartbeat detects a drain that hangs; it is rare because each drain of an endpoint sends it.
 */
const { drainWebhookEndpoint } = proxySteps<WebhookEndpointSteps, 'webhooks'>('webhooks', {
  startToCloseTimeout: '15m',
  heartbeatTimeout: '1m',
  // A replaced drain may be dead and never confirm its cancellation; the next one does not wait for it.
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { initialInterval: '500ms', maximumInterval: '10s' },
});

const wake = defineSignal(WAKE_SIGNAL);
const takeOver = defineSignal(TAKE_OVER_SIGNAL);

/** Drains one endpoint, sleeps until its next retry or wake, and ends when no delivery is left. */
export async function webhookEndpoint(input: WebhookEndpointInput): Promise<void> {
  let woken = false;
  let drain: CancellationScope | undefined;
  setHandler(wake, () => {
    woken = true;
  });
  setHandler(takeOver, () => {
    woken = true;
    drain?.cancel();
  });
  for (;;) {
    woken = false;
    drain = new CancellationScope();
    setCurrentDetails(drainingDetails(new Date()));
    const end = await drain.run(() => drainWebhookEndpoint(input)).catch(retryIfReplaced);
    drain = undefined;
    if (end.health) setCurrentDetails(endpointDetails(end.health, end.waitMs, new Date()));
    if (end.waitMs === null && !woken) return;
    if (end.waitMs !== null && end.waitMs > 0 && !woken) await condition(() => woken, end.waitMs);
    if (shouldContinueAsNew()) await continueOnTargetVersion<typeof webhookEndpoint>(input);
  }
}

/**
 * Continues after a drain that was replaced because it was dead. The cancelled drain of a cancelled run ends the run.
 */
function retryIfReplaced(error: unknown): { waitMs: number; health?: undefined } {
  if (isCancellation(error) && !CancellationScope.current().consideredCancelled) return { waitMs: 0 };
  throw error;
}
