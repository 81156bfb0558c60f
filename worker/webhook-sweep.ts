import type { Logger } from 'pino';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform } from '../domain/kernel/step.ts';
import { sweepEndpoints } from '../domain/webhooks/steps/sweep-endpoints.ts';

const PAUSE_MS = 1_000;

/** Looks every second for deliveries that are due and have no live drain, and asks for a new one. */
export function startWebhookSweep(deps: Deps, log: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  const tick = () => {
    running = perform(deps, sweepEndpoints, {})
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'unattended webhooks could not be looked for'),
      )
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, PAUSE_MS);
      });
  };
  tick();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
