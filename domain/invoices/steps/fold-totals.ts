import { foldCounts } from '../../kernel/counters.ts';

/** Folds the sums of the list and the summary. */
export const foldTotals = foldCounts('invoices.fold_totals', {
  name: 'invoice_total',
  kinds: ['billing_type', 'status', 'currency'],
  sums: ['total_minor', 'paid_minor', 'credited_minor'],
});
