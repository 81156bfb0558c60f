import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { leaveEndpoint } from '../drain-store.ts';
import { persistently } from '../persistently.ts';
import { runDrain } from '../run-drain.ts';
import { findEndpoint } from '../store.ts';
import { wakeCommand } from '../wake-command.ts';
import { takenDrain } from './take-woken.ts';

/** What takes longer than this gets a workflow, which staff see; its drain takes the place of this one when the engine comes to it. */
const HAND_OVER_AFTER_MS = 30_000;

/**
 * Sends what is due to an endpoint that was woken, without the engine. What cannot be sent at once is the engine's: a workflow is asked for
 * when something is left for later, when the drain takes long, when it fails, and when its process is to stop.
 */
export const drainWoken = step({
  name: 'webhooks.drain_woken',
  input: takenDrain,
  output: z.object({ waitMs: z.number().nullable() }),
  async run(deps, call, mark) {
    const endpoint = await persistently(() => findEndpoint(deps.db, mark.endpointId));
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
