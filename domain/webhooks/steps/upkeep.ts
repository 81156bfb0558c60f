import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { readEndpointFigures, updateDueTimes } from '../sweep-store.ts';

/**
 * Gives endpoints with something pending their due time back where it is missing, so that the sweep sees them. It is written with what it is
 * derived from; only a process of an earlier version leaves it out.
 */
export const restoreDueTimes = step({
  name: 'webhooks.restore_due_times',
  input: nothing,
  output: z.object({ restored: z.int() }),
  run: async ({ db }) => ({ restored: await updateDueTimes(db) }),
});

/** Figures over all endpoints, for operators: age of the oldest delivery that is due, seconds, endpoints switched off for failing, and such whose secret cannot be read. */
export const readFigures = step({
  name: 'webhooks.read_figures',
  input: nothing,
  output: z.object({ oldestDueSeconds: z.number(), disabled: z.int(), unreadable: z.int() }),
  run: ({ db, clock }) => readEndpointFigures(db, clock.now()),
});
