import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { foldCounts as foldRows } from '../store.ts';

/** Folds the differences of the board's counters together, so that they stay few. */
export const foldBoardCounts = step({
  name: 'content_items.fold_counts',
  input: nothing,
  output: z.object({ folded: z.int() }),
  run: async ({ db }) => ({ folded: await foldRows(db) }),
});
