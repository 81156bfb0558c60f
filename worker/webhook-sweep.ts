import { perform } from '../domain/kernel/step.ts';
import { sweepEndpoints } from '../domain/webhooks/steps/housekeeping.ts';
import { createRounds, type Rounds } from '../infra/rounds.ts';
import type { createSweepCounter } from '../infra/telemetry/webhook-metrics.ts';
import type { WorkerContext } from './area.ts';

/** Number of the advisory lock: one worker sweeps. */
const SWEEP_LOCK = 7_310_003;
const PAUSE_MS = 1_000;

/** On one of the workers, looks every second for overdue endpoints without a live drain, and requests one. */
export function createWebhookSweep(
  options: Omit<WorkerContext, 'registry'> & { count: ReturnType<typeof createSweepCounter> },
): Rounds {
  const { deps, clocks, exclusively, count, log } = options;
  return createRounds({
    pauseMs: PAUSE_MS,
    async round() {
      await clocks.requireAgreement();
      await exclusively(SWEEP_LOCK, async () => count(await perform(deps, sweepEndpoints, {})));
    },
    onError: (error) => log.warn({ err: error }, 'unattended webhooks could not be looked for'),
  });
}
