import { subHours } from 'date-fns/subHours';
import { z } from 'zod';
import { isUnavailable } from '../../../infra/database/port.ts';
import { ERASED_PARTNERS } from '../../data-protection/store.ts';
import { Attempts } from '../../kernel/attempts.ts';
import { rollUpCounts } from '../../kernel/counters.ts';
import { nothing } from '../../kernel/invoke.ts';
import { fromMinorUnits } from '../../kernel/money.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { countUnbilled } from '../../usage-records/store.ts';
import { DAYS_UNTIL_WRITTEN_OFF, dueOf, HOURS_TO_BILL, type IssuedInvoice, lastBillingRun } from '../rules.ts';
import { markOverdue, selectOverdue, selectToWriteOff, writeOffInvoices as writeOff } from '../store.ts';
import type { InvoiceRow } from '../table.ts';

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
export const rollUpTotals = rollUpCounts('invoices.roll_up_totals', {
  name: 'invoice_total',
  kinds: ['billing_type', 'status', 'currency'],
  sums: ['total_minor', 'paid_minor', 'credited_minor'],
});

/** Invoices of all partners that a run changes. */
const IN_RUN = 500;
/** Overdue invoices of one partner that a run publishes. */
const OVERDUE_OF_PARTNER = 100;
/** Of a partner in one transaction: an event may cost 60 ms where all triggers of the partner have all conditions that they may have. */
const AT_ONCE = 20;

/**
 * Changes invoices, those of each partner in transactions of their own, so that what fails for one does so for nobody else; where several
 * together fail, each by itself, so that one keeps no other from its change. Returns how many changed; throws an AggregateError of what failed.
 */
async function changeByPartner(
  invoices: readonly Pick<InvoiceRow, 'id' | 'partner_id'>[],
  change: (some: { partnerId: number; ids: number[] }) => Promise<number>,
): Promise<number> {
  let changed = 0;
  const attempts = new Attempts();
  for (const [partnerId, own] of Map.groupBy(invoices, ({ partner_id }) => partner_id)) {
    const changeSome = (ids: number[]) => async () => {
      changed += await change({ partnerId, ids });
    };
    for (let start = 0; start < own.length; start += AT_ONCE) {
      const ids = own.slice(start, start + AT_ONCE).map(({ id }) => id);
      const before = changed;
      await attempts.make(changeSome(ids), async (error) => {
        if (isUnavailable(error) || ids.length === 1) return;
        for (const id of ids) await attempts.make(changeSome([id]));
      });
      // What keeps all of them from their change is nothing that one of them has.
      if (changed === before) break;
    }
  }
  attempts.end((failed) => `${failed} changes of invoices failed.`);
  return changed;
}

/**
 * Publishes `invoice.overdue` for invoices that have become overdue, once for each: the mark and the event are one
 * transaction. The next run continues with the rest.
 */
export const publishOverdue = step({
  name: 'invoices.publish_overdue',
  input: nothing,
  output: z.object({ published: z.int() }),
  async run(deps, call) {
    const due = await selectOverdue(deps.db, deps.clock.now(), { limit: IN_RUN, each: OVERDUE_OF_PARTNER });
    const published = await changeByPartner(due, ({ partnerId, ids }) =>
      deps.transaction(call, async (tx) => {
        const rows = await markOverdue(tx.em, tx.now, { partnerId, ids });
        for (const invoice of rows) tx.publish({ partnerId, type: 'invoice.overdue', data: dataOf(invoice) });
        return rows.length;
      }),
    );
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
  async run(deps, call) {
    const dueBefore = subHours(deps.clock.now(), 24 * DAYS_UNTIL_WRITTEN_OFF);
    const due = await selectToWriteOff(deps.db, { dueBefore, limit: IN_RUN });
    const writtenOff = await changeByPartner(due, ({ partnerId, ids }) =>
      deps.transaction(call, async (tx) => {
        const rows = await writeOff(tx.em, tx.now, { partnerId, ids });
        for (const { id, number } of rows) tx.audit({ type: 'invoice', id, partnerId, details: { number } });
        return rows.length;
      }),
    );
    return { writtenOff };
  },
});

/** Records that the last run of the monthly Schedule should have billed: at most 10,000 are counted, and none of erased partners. */
export const readUnbilledUsage = step({
  name: 'invoices.read_unbilled_usage',
  input: nothing,
  output: z.object({ billable: z.int(), withoutCustomerId: z.int() }),
  async run({ db, clock, billingGraceHours }) {
    const { scheduledAt, billsBefore } = lastBillingRun(subHours(clock.now(), HOURS_TO_BILL), billingGraceHours);
    return countUnbilled(db, { occurredBefore: billsBefore, reportedBefore: scheduledAt, butOf: ERASED_PARTNERS });
  },
});
