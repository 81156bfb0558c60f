import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { foldTotals as fold } from '../store.ts';

/** Folds the differences of the invoices' sums together, so that they stay few. */
export const foldTotals = step({
  name: 'invoices.fold_totals',
  input: nothing,
  output: z.object({ folded: z.int() }),
  run: async ({ db }) => ({ folded: await fold(db) }),
});
