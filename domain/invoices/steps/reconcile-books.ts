import { subHours } from 'date-fns/subHours';
import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { findDifferences } from '../comparison-store.ts';
import { monthOf } from '../rules.ts';

/** A month is billed on the first day of the next one; from the second day on, unbilled usage is an error. */
const HOURS_TO_BILL = 24;

/** Compares ledger, orders, usage and invoices; returns what disagrees. */
export const reconcileBooks = step({
  name: 'invoices.reconcile',
  input: nothing,
  output: z.array(z.object({ name: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })),
  run: ({ db, clock }: Pick<Deps, 'clock' | 'db'>) => {
    const { start } = monthOf(subHours(clock.now(), HOURS_TO_BILL));
    return findDifferences(db, new Date(`${start}T00:00:00Z`));
  },
});
