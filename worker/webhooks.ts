import { createWebhookActivities } from '../activities/webhooks.ts';
import { perform } from '../domain/kernel/step.ts';
import { readFigures } from '../domain/webhooks/steps/read-figures.ts';
import { observeEndpoints } from '../infra/telemetry/webhook-metrics.ts';
import { WEBHOOKS_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';
import { startWebhookSweep } from './webhook-sweep.ts';

/** Deliveries to webhook endpoints. */
export const webhooks: WorkerArea<'webhook.wake'> = {
  activities: ({ deps }) => ({ [WEBHOOKS_QUEUE]: createWebhookActivities(deps) }),
  // The sweep finds what is due and has no drain, whatever became of the command.
  jobs: { 'webhook.wake': { refused: async () => undefined, stale: null } },
  start({ deps, log, registry }) {
    observeEndpoints(registry, () => perform(deps, readFigures, {}));
    return startWebhookSweep(deps, log);
  },
};
