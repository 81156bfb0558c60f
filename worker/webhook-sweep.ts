import type { Logger } from 'pino';
import { systemCall } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { takeNeglected } from '../domain/webhooks/drain-store.ts';
import { endpointTopic } from '../domain/webhooks/rules.ts';
import { wakeCommand } from '../domain/webhooks/wake-command.ts';

const SWEEP_MS = 1_000;
/** Deliveries without a live drain for this long are neglected: a worker died, a wake-up call was lost, or a run was terminated. */
const NEGLECTED_AFTER_MS = 1_000;
/** An endpoint is woken at most this often, seconds. */
const WAKE_AGAIN_SECONDS = 5;
const LOT = 100;
/** A probe that is late by this much is the sweep's business, milliseconds. */
const PROBE_SLACK_MS = 5_000;

/** Looks every second for deliveries that are due and have no live drain, and asks for a new one. */
export function createWebhookSweep(deps: Deps, log: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  const sweep = async () => {
    await deps.transaction(systemCall('webhook-sweep'), async (tx) => {
      const neglected = await takeNeglected(tx.em, {
        now: tx.now,
        neglectedAfterMs: NEGLECTED_AFTER_MS,
        probeSlackMs: PROBE_SLACK_MS,
        againAfterSeconds: WAKE_AGAIN_SECONDS,
        limit: LOT,
      });
      for (const endpoint of neglected) {
        tx.notify(endpointTopic(endpoint.id));
        tx.enqueue({ ...wakeCommand(endpoint, 'webhook-sweep'), orphaned: true });
      }
    });
  };

  const tick = () => {
    running = sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'neglected webhooks could not be looked for'))
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, SWEEP_MS);
      });
  };

  return {
    start: tick,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
