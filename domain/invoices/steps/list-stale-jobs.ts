import { listStale } from '../../kernel/stale-rows.ts';

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
