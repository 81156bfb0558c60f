import type { Logger } from 'pino';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform } from '../domain/kernel/step.ts';
import { sweepEndpoints } from '../domain/webhooks/steps/upkeep.ts';
import { createRounds, type Rounds } from '../infra/rounds.ts';
import type { createSweepCounter } from '../infra/telemetry/webhook-metrics.ts';

/** Number of the advisory lock: one worker sweeps. */
const SWEEP_LOCK = 7_310_003;
const PAUSE_MS = 1_000;

/** On one of the workers, looks every second for overdue endpoints without a live drain, and requests one. */
export function createWebhookSweep(options: {
  deps: Deps;
  exclusively(lock: number, work: () => Promise<void>): Promise<boolean>;
  count: ReturnType<typeof createSweepCounter>;
  log: Logger;
}): Rounds {
  const { deps, exclusively, count, log } = options;
  return createRounds({
    pauseMs: PAUSE_MS,
    round: () => exclusively(SWEEP_LOCK, async () => count(await perform(deps, sweepEndpoints, {}))),
    onError: (error) => log.warn({ err: error }, 'unattended webhooks could not be looked for'),
  });
}
