import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { endpointTopic } from '../rules.ts';
import { takeUnattended } from '../sweep-store.ts';
import { wakeCommand } from '../wake-command.ts';

/** Deliveries that are due for this long without a live drain: a worker died, a wake-up was lost, or a run was terminated. */
const UNATTENDED_AFTER_MS = 1_000;
/** An endpoint is woken at most this often, seconds. */
const WAKE_AGAIN_SECONDS = 5;
/** Endpoints that one sweep wakes; the next one takes the others. */
const BATCH_SIZE = 100;
/** A probe is the drain's own business until it is late by this much, milliseconds. */
const PROBE_SLACK_MS = 5_000;

/** Asks for a new drain of endpoints whose deliveries are due and have no live one; returns how many. */
export const sweepEndpoints = step({
  name: 'webhooks.sweep',
  input: nothing,
  output: z.object({ woken: z.int() }),
  run: (deps, call) =>
    deps.transaction(call, async (tx) => {
      const unattended = await takeUnattended(tx.em, {
        now: tx.now,
        unattendedAfterMs: UNATTENDED_AFTER_MS,
        probeSlackMs: PROBE_SLACK_MS,
        againAfterSeconds: WAKE_AGAIN_SECONDS,
        limit: BATCH_SIZE,
      });
      for (const endpoint of unattended) {
        tx.notify(endpointTopic(endpoint.id));
        tx.enqueue({ ...wakeCommand(endpoint, call.requestId), orphaned: true });
      }
      return { woken: unattended.length };
    }),
});
