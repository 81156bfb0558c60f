import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { leaveEndpoint } from '../drain-store.ts';
import { retryWrite } from '../retry-write.ts';
import { runDrain } from '../run-drain.ts';
import { findEndpoint } from '../store.ts';
import { wakeCommand } from '../wake-command.ts';
import { claimedDrain } from './claim-woken.ts';

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
    const endpoint = await retryWrite(() => findEndpoint(deps.db, mark.endpointId));
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
