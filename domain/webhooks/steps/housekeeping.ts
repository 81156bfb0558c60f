import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { WOKEN_TOPIC } from '../rules.ts';
import { readEndpointFigures, updateDueTimes, wakeUnattended } from '../sweep-store.ts';
import { wakeCommand } from '../wake.ts';

/**
 * Late by this long without a drain, milliseconds: a worker died, a wake-up was lost, or Temporal is slow with a retry.
 */
const LATE_AFTER_MS = 1_000;
/** Endpoints for which one sweep requests drains; the next sweep handles the others. */
const BATCH_SIZE = 200;
/**
 * Workers are notified first, which is cheap. From this request on a workflow is requested as well, unless workers are
 * only slow.
 */
const REQUEST_WORKFLOW_FROM = 2;

/**
 * Requests drains for endpoints that are late and have no live one. Returns how many were notified, got a workflow, and
 * were taken over.
 */
export const sweepEndpoints = step({
  name: 'webhooks.sweep',
  input: nothing,
  output: z.object({ nudged: z.int(), woken: z.int(), takenOver: z.int() }),
  run: (deps, call) =>
    deps.transaction(call, async (tx) => {
      const unattended = await wakeUnattended(tx.em, { now: tx.now, lateAfterMs: LATE_AFTER_MS, limit: BATCH_SIZE });
      const stuck = unattended.filter(({ asked, queued }) => asked >= REQUEST_WORKFLOW_FROM && !queued);
      for (const endpoint of stuck) tx.enqueue(wakeCommand(endpoint, call.requestId));
      if (unattended.length > 0) tx.notify(WOKEN_TOPIC);
      const takenOver = unattended.filter(({ orphaned }) => orphaned).length;
      return { nudged: unattended.length, woken: stuck.length, takenOver };
    }),
});

/**
 * Restores missing due times of endpoints with pending deliveries, so that the sweep sees them. Current code always
 * sets the due time; only a process of an earlier version omits it.
 */
export const restoreDueTimes = step({
  name: 'webhooks.restore_due_times',
  input: nothing,
  output: z.object({ restored: z.int() }),
  run: async ({ db }) => ({ restored: await updateDueTimes(db) }),
});

/**
 * Figures over all endpoints, for operators: age of the oldest due delivery, seconds, and the numbers of endpoints that
 * were switched off after failures or have an unreadable secret.
 */
export const readFigures = step({
  name: 'webhooks.read_figures',
  input: nothing,
  output: z.object({ oldestDueSeconds: z.number(), disabled: z.int(), unreadable: z.int() }),
  run: ({ db, clock }) => readEndpointFigures(db, clock.now()),
});
