import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { readEndpointFigures, updateDueTimes } from '../sweep-store.ts';

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
