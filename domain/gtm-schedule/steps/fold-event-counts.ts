import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { foldCounts } from '../event-store.ts';

/** Folds the differences of the list's counters together, so that they stay few. */
export const foldEventCounts = step({
  name: 'gtm_schedule.fold_counts',
  input: nothing,
  output: z.object({ folded: z.int() }),
  run: async ({ db }) => ({ folded: await foldCounts(db) }),
});
