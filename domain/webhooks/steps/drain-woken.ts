import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { leaveEndpoint } from '../drain-store.ts';
import { retryWrite } from '../retry-write.ts';
import { runDrain } from '../run-drain.ts';
import { findEndpoint } from '../store.ts';
import { claimWoken } from '../sweep-store.ts';
import { wakeCommand } from '../wake.ts';

/** A drain that is marked on its endpoint, for the process that took it. */
const claimedDrain = z.object({ endpointId: z.int(), token: z.string(), instance: z.int() });

/** Takes endpoints that need a drain and have none; none while this process has lost its advisory lock. */
export const claimWokenEndpoints = step({
  name: 'webhooks.take_woken',
  input: z.object({ limit: z.int().min(1) }),
  output: z.object({ drains: z.array(claimedDrain) }),
  async run({ db, instance }, _call, { limit }) {
    const number = instance();
    if (number === null) return { drains: [] };
    const taken = await claimWoken(db, { instance: number, limit });
    return { drains: taken.map((drain) => ({ ...drain, instance: number })) };
  },
});

/**
 * A drain that runs longer gets a workflow, which staff can see. The workflow's drain replaces this one when it starts.
 */
const HAND_OVER_AFTER_MS = 30_000;

/**
 * Sends what is due to a woken endpoint without a workflow. A workflow is requested when something is left for later,
 * when the drain takes long or fails, and when its process stops.
 */
export const drainWoken = step({
  name: 'webhooks.drain_woken',
  input: claimedDrain,
  output: z.object({ waitMs: z.number().nullable() }),
  async run(deps, call, mark) {
    const mayGoOn = () => !deps.stopping.aborted;
    const endpoint = await retryWrite(() => findEndpoint(deps.db, mark.endpointId), mayGoOn);
    if (!endpoint) {
      await leaveEndpoint(deps.db, mark, null);
      return { waitMs: null };
    }
    const wake = wakeCommand(endpoint, call.requestId);
    const handOver = () => deps.transaction(call, async (tx) => tx.enqueue(wake)).catch(() => undefined);
    const timer = setTimeout(handOver, HAND_OVER_AFTER_MS);
    try {
      return await runDrain(deps, call, { endpoint, mark, unfinished: (tx) => tx.enqueue(wake) });
    } finally {
      clearTimeout(timer);
    }
  },
});
