import { subHours } from 'date-fns/subHours';
import { z } from 'zod';
import { rollUpCounts } from '../../kernel/counters.ts';
import { nothing } from '../../kernel/invoke.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { countUnbilled } from '../../usage-records/store.ts';
import { DAYS_UNTIL_WRITTEN_OFF, HOURS_TO_BILL, lastBillingRun } from '../rules.ts';
import { writeOffInvoices as writeOff } from '../store.ts';

/** Running backfills whose workflow run may be lost. */
export const listStaleBackfills = listStale('invoices.list_stale_backfills', {
  table: "(SELECT * FROM invoice_job WHERE kind = 'backfill')",
  open: ['running'],
  startedBy: 'invoices.backfill',
});

/** Running jobs that bill metered usage and whose workflow run may be lost. */
export const listStaleBillings = listStale('invoices.list_stale_billings', {
  table: "(SELECT * FROM invoice_job WHERE kind = 'marketplace')",
  open: ['running'],
  startedBy: 'invoices.bill_usage',
});

/** Rolls up the sums of the list and the summary. */
export const rollUpTotals = rollUpCounts('invoices.fold_totals', {
  name: 'invoice_total',
  kinds: ['billing_type', 'status', 'currency'],
  sums: ['total_minor', 'paid_minor', 'credited_minor'],
});

/** Invoices written off per transaction. */
const BATCH_SIZE = 500;

/** Writes off invoices that are overdue for too long; the next run continues with the rest. */
export const writeOffInvoices = step({
  name: 'invoices.write_off',
  input: nothing,
  output: z.object({ writtenOff: z.int() }),
  run: (deps, call) =>
    deps.transaction(call, async (tx) => {
      const dueBefore = subHours(tx.now, 24 * DAYS_UNTIL_WRITTEN_OFF);
      const rows = await writeOff(tx.em, tx.now, { dueBefore, limit: BATCH_SIZE });
      for (const { id, partner_id, number } of rows) {
        tx.audit({ type: 'invoice', id, partnerId: partner_id, details: { number } });
      }
      return { writtenOff: rows.length };
    }),
});

/** Records that the last run of the monthly Schedule should have billed: at most 10,000 are counted. */
export const readUnbilledUsage = step({
  name: 'invoices.read_unbilled_usage',
  input: nothing,
  output: z.object({ billable: z.int(), withoutCustomerId: z.int() }),
  run: ({ db, clock, billingGraceHours }) => {
    const { scheduledAt, billsBefore } = lastBillingRun(subHours(clock.now(), HOURS_TO_BILL), billingGraceHours);
    return countUnbilled(db, { occurredBefore: billsBefore, reportedBefore: scheduledAt });
  },
});
