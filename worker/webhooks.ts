import { createWebhookActivities } from '../activities/webhooks.ts';
import { perform } from '../domain/kernel/step.ts';
import { readFigures, restoreDueTimes } from '../domain/webhooks/steps/upkeep.ts';
import { createSweepCounter, observeEndpoints } from '../infra/telemetry/webhook-metrics.ts';
import { WEBHOOKS_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';
import { startWebhookDrains } from './webhook-drains.ts';
import { startWebhookSweep } from './webhook-sweep.ts';

/** Deliveries to webhook endpoints. */
export const webhooks: WorkerArea<'webhook.wake'> = {
  activities: ({ deps }) => ({ [WEBHOOKS_QUEUE]: createWebhookActivities(deps) }),
  // The sweep finds what is due and has no drain, whatever became of the command.
  jobs: { 'webhook.wake': { refused: async () => undefined, stale: null } },
  periodic: [{ name: 'due times of webhooks', run: (deps) => perform(deps, restoreDueTimes, {}) }],
  start({ deps, exclusively, log, registry }) {
    observeEndpoints(registry, () => perform(deps, readFigures, {}));
    const drains = startWebhookDrains(deps, log);
    const sweep = startWebhookSweep({ deps, exclusively, count: createSweepCounter(registry), log });
    return { stop: async () => void (await Promise.all([sweep.stop(), drains.stop()])) };
  },
};
