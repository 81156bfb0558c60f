import type { z } from 'zod';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { sumInvoices } from '../list-store.ts';
import { summarizeInvoicesQuery } from '../schema.ts';
import type { InvoiceTotals } from '../types.ts';

/** Sums by currency, type and status, and the period that they are of. */
export interface InvoiceSummary {
  period: z.output<typeof summarizeInvoicesQuery>;
  sums: InvoiceTotals[];
}

/** Sums of the partner's invoices. */
export const summarizeInvoices = operation({
  name: 'invoices.summarize',
  permission: 'view_billing',
  params: nothing,
  input: summarizeInvoicesQuery,
  run: async (deps, call, period): Promise<InvoiceSummary> => ({
    period,
    sums: await sumInvoices(deps.db, partnerOf(call), period),
  }),
});
