import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { restoreDueTimes as restore } from '../sweep-store.ts';

/**
 * Gives endpoints with something pending their due time back where it is missing, so that the sweep sees them. It is written with what it is
 * derived from; only a process of an earlier version leaves it out.
 */
export const restoreDueTimes = step({
  name: 'webhooks.restore_due_times',
  input: nothing,
  output: z.object({ restored: z.int() }),
  run: async ({ db }) => ({ restored: await restore(db) }),
});
