import { perform } from '../domain/kernel/step.ts';
import { createWakeUp } from '../domain/kernel/wait-for.ts';
import { WOKEN_TOPIC } from '../domain/webhooks/rules.ts';
import { claimWokenEndpoints, drainWoken } from '../domain/webhooks/steps/drain-woken.ts';
import type { WorkerContext } from './area.ts';

/** Drains that run at once in this process; other workers, and then the engine, run the rest. */
const MAX_DRAINS = 1_000;
/** Drains that have not claimed deliveries yet. Few, so that their statements do not queue long for connections. */
const MAX_STARTING = 20;
/** Smallest batch of endpoints to claim while other drains start: each that has started looks again. */
const MIN_BATCH = 10;
/** Interval between polls without a notification, should one be lost. */
const IDLE_LOOK_MS = 60_000;
/** Pause after a failed poll. */
const RETRY_MS = 1_000;

/**
 * Sends to woken endpoints, as many at once as the process can handle. A drain that fails is logged and stops no other.
 */
export function startWebhookDrains(
  { deps, clocks, log }: Pick<WorkerContext, 'deps' | 'clocks' | 'log'>,
  { maxDrains = MAX_DRAINS } = {},
) {
  const wakeUp = createWakeUp(deps.stopping);
  const unsubscribe = deps.notifications.subscribe(WOKEN_TOPIC, wakeUp.wake);
  const drains = new Set<Promise<void>>();
  let starting = 0;
  let stopped = false;

  const start = (mark: { endpointId: number; token: string; instance: number }) => {
    let isStarting = true;
    starting += 1;
    const started = () => {
      if (!isStarting) return;
      isStarting = false;
      starting -= 1;
      wakeUp.wake();
    };
    let reports = 0;
    const drain = perform(deps, drainWoken, mark, {
      // The first report comes at the start, the second after the claim.
      report() {
        reports += 1;
        if (reports > 1) started();
      },
    })
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error, webhook: mark.endpointId }, 'a drain failed; another one follows'),
      )
      .finally(() => {
        const hadLittleRoom = maxDrains - drains.size < MIN_BATCH;
        drains.delete(drain);
        started();
        if (hadLittleRoom) wakeUp.wake();
      });
    drains.add(drain);
  };

  const look = async () => {
    const limit = Math.min(MAX_STARTING - starting, maxDrains - drains.size);
    if (limit < (starting > 0 ? MIN_BATCH : 1)) return;
    await clocks.requireAgreement();
    const { drains: taken } = await perform(deps, claimWokenEndpoints, { limit });
    for (const mark of taken) start(mark);
  };

  const run = async () => {
    while (!stopped && !deps.stopping.aborted) {
      try {
        await look();
        await wakeUp.wait(IDLE_LOOK_MS);
      } catch (error) {
        log.warn({ err: error }, 'woken webhooks could not be looked for');
        await wakeUp.wait(RETRY_MS);
      }
    }
  };
  const running = run();

  return {
    async stop() {
      stopped = true;
      unsubscribe();
      wakeUp.wake();
      await running;
      await Promise.all(drains);
    },
  };
}
