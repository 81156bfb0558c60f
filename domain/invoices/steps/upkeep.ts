import { subHours } from 'date-fns/subHours';
import { z } from 'zod';
import { rollUpCounts } from '../../kernel/counters.ts';
import { nothing } from '../../kernel/invoke.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { DAYS_UNTIL_WRITTEN_OFF } from '../rules.ts';
import { writeOffInvoices as writeOff } from '../store.ts';

/** Running backfills whose run may be lost. */
export const listStaleBackfills = listStale('invoices.list_stale_backfills', {
  table: "(SELECT * FROM invoice_job WHERE kind = 'backfill')",
  open: ['running'],
  startedBy: 'invoices.backfill',
});

/** Running jobs that bill metered use, whose run may be lost. */
export const listStaleBillings = listStale('invoices.list_stale_billings', {
  table: "(SELECT * FROM invoice_job WHERE kind = 'marketplace')",
  open: ['running'],
  startedBy: 'invoices.bill_usage',
});

/** Folds the sums of the list and the summary. */
export const rollUpTotals = rollUpCounts('invoices.fold_totals', {
  name: 'invoice_total',
  kinds: ['billing_type', 'status', 'currency'],
  sums: ['total_minor', 'paid_minor', 'credited_minor'],
});

/** Invoices that one transaction writes off. */
const BATCH_SIZE = 500;

/** Writes off what is overdue for too long; the next round goes on with what is left. */
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
