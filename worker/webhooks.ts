import { createWebhookActivities } from '../activities/webhooks.ts';
import { readEndpointFigures } from '../domain/webhooks/drain-store.ts';
import { createWebhookMetrics, observeEndpoints } from '../infra/telemetry/webhook-metrics.ts';
import { WEBHOOKS_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';
import { observeAttempts } from './webhook-attempts.ts';
import { createWebhookSweep } from './webhook-sweep.ts';

/** Deliveries to webhook endpoints. */
export const webhooks: WorkerArea<'webhook.wake'> = {
  activities({ deps, instance, stopping, registry }) {
    const metrics = createWebhookMetrics(registry);
    observeEndpoints(registry, () => readEndpointFigures(deps.db, deps.clock.now()));
    return {
      [WEBHOOKS_QUEUE]: createWebhookActivities(deps, {
        instance,
        stopping,
        observe: (batch) => observeAttempts(metrics, batch),
      }),
    };
  },
  // The sweep finds what is due and has no drain, whatever became of the command.
  jobs: { 'webhook.wake': { refused: async () => undefined, stale: null } },
  start: ({ deps, log }) => {
    const sweep = createWebhookSweep(deps, log);
    sweep.start();
    return sweep;
  },
};
