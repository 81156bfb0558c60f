import { webhookEndpoint } from '../activities/webhooks.ts';
import { perform } from '../domain/kernel/step.ts';
import { readFigures, restoreDueTimes } from '../domain/webhooks/steps/housekeeping.ts';
import { createSweepCounter, observeEndpoints } from '../infra/telemetry/webhook-metrics.ts';
import { WEBHOOKS_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';
import { startWebhookDrains } from './webhook-drains.ts';
import { createWebhookSweep } from './webhook-sweep.ts';

/** Deliveries to webhook endpoints: drains and the sweep run beside the queues. */
export const webhooks = {
  flows: [webhookEndpoint],
  housekeeping: [restoreDueTimes],
  beside: WEBHOOKS_QUEUE,
  start({ registry, ...context }) {
    observeEndpoints(registry, () => perform(context.deps, readFigures, {}));
    const drains = startWebhookDrains(context);
    const sweep = createWebhookSweep({ ...context, count: createSweepCounter(registry) });
    sweep.start();
    return { stop: async () => void (await Promise.all([sweep.stop(), drains.stop()])) };
  },
} as const satisfies WorkerArea;
