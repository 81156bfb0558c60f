import { subHours } from 'date-fns/subHours';
import { z } from 'zod';
import { HOURS_TO_BILL, lastBillingRun } from '../../invoices/rules.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { compareSlice, findDifferences } from '../comparison-store.ts';
import { countsOf } from '../rules.ts';
import { addSlice, allowLongReads, findLastRun, insertRun } from '../store.ts';

/**
 * Compares the books of the next partners and adds the result to the run, which the first slice starts. It only reads
 * what it compares, and waits for nobody.
 */
export const compareBooks = step({
  name: 'reconciliation.compare_books',
  input: z.object({ runId: z.int().nullable(), afterPartnerId: z.int().min(0) }),
  output: z.object({
    runId: z.int(),
    /** Of this slice. */
    differences: z.int(),
    pending: z.int(),
    /** Compare the next slice after this partner; null: there is none. */
    lastPartnerId: z.int().nullable(),
  }),
  run: (deps, call, { runId: started, afterPartnerId }) =>
    deps.transaction(call, async (tx) => {
      await allowLongReads(tx.em);
      const { found, lastPartnerId } = await compareSlice(tx.em, firstOpenMonth(deps), afterPartnerId);
      const runId = started ?? (await insertRun(tx.em, tx.now));
      await addSlice(tx.em, tx.now, { runId, afterPartnerId, lastPartnerId, found });
      return { runId, lastPartnerId, ...countsOf(found) };
    }),
});

/** The result of the last complete run, for metrics; `ageSeconds` is null before the first one. */
export const readLastResult = step({
  name: 'reconciliation.read_last_result',
  input: nothing,
  output: z.object({ differences: z.int(), pending: z.int(), ageSeconds: z.number().nullable() }),
  async run({ db, clock }) {
    const last = await findLastRun(db);
    if (!last) return { differences: 0, pending: 0, ageSeconds: null };
    const { differences, pending, started_at } = last;
    return { differences, pending, ageSeconds: (clock.now().getTime() - started_at.getTime()) / 1000 };
  },
});

const finding = z.object({
  name: z.string(),
  isPendingWork: z.boolean(),
  count: z.int(),
  rows: z.array(z.record(z.string(), z.unknown())),
});

/** Compares all books at once and returns what disagrees, without a record of it. */
export const reconcileBooks = step({
  name: 'reconciliation.reconcile_books',
  input: nothing,
  output: z.array(finding),
  run: (deps: Pick<Deps, 'billingGraceHours' | 'clock' | 'db'>) => findDifferences(deps.db, firstOpenMonth(deps)),
});

function firstOpenMonth({ clock, billingGraceHours }: Pick<Deps, 'billingGraceHours' | 'clock'>): Date {
  return lastBillingRun(subHours(clock.now(), HOURS_TO_BILL), billingGraceHours).billsBefore;
}
