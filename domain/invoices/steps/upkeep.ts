import { subHours } from 'date-fns/subHours';
import { z } from 'zod';
import { Attempts } from '../../kernel/attempts.ts';
import { rollUpCounts } from '../../kernel/counters.ts';
import { nothing } from '../../kernel/invoke.ts';
import { fromMinorUnits } from '../../kernel/money.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { countUnbilled } from '../../usage-records/store.ts';
import { DAYS_UNTIL_WRITTEN_OFF, dueOf, HOURS_TO_BILL, type IssuedInvoice, lastBillingRun } from '../rules.ts';
import { markOverdue, selectOverdue, writeOffInvoices as writeOff } from '../store.ts';

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

/** Invoices handled per transaction. */
const BATCH_SIZE = 500;

/** Overdue invoices of all partners that a run publishes, and those of one of them. */
const OVERDUE_IN_RUN = { limit: 500, each: 100 };
/** Of a partner in one transaction: an event may cost 60 ms where all triggers of the partner have all conditions that they may have. */
const OVERDUE_AT_ONCE = 20;

/**
 * Publishes `invoice.overdue` for invoices that have become overdue, once for each: the mark and the event are one
 * transaction, of one partner, so that what fails for one does so for nobody else. The next run continues with the rest. Throws an
 * AggregateError of what failed.
 */
export const publishOverdue = step({
  name: 'invoices.publish_overdue',
  input: nothing,
  output: z.object({ published: z.int() }),
  async run(deps, call) {
    let published = 0;
    const attempts = new Attempts();
    const due = await selectOverdue(deps.db, deps.clock.now(), OVERDUE_IN_RUN);
    for (const [partnerId, invoices] of Map.groupBy(due, ({ partner_id }) => partner_id)) {
      await attempts.make(async () => {
        for (let start = 0; start < invoices.length; start += OVERDUE_AT_ONCE) {
          const ids = invoices.slice(start, start + OVERDUE_AT_ONCE).map(({ id }) => id);
          published += await deps.transaction(call, async (tx) => {
            const rows = await markOverdue(tx.em, tx.now, { partnerId, ids });
            for (const invoice of rows) tx.publish({ partnerId, type: 'invoice.overdue', data: dataOf(invoice) });
            return rows.length;
          });
        }
      });
    }
    attempts.end((failed) => `Overdue invoices of ${failed} partners could not be published.`);
    return { published };
  },
});

function dataOf(invoice: IssuedInvoice): Record<string, unknown> {
  const { number, billing_type, currency, total_minor, due_at } = invoice;
  return {
    invoice_number: number,
    billing_type,
    currency,
    total_amount: fromMinorUnits(total_minor, currency),
    amount_due: fromMinorUnits(dueOf(invoice), currency),
    due_at: due_at?.toISOString(),
  };
}

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
