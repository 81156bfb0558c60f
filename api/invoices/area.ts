import type { Area } from '../area.ts';
import { READS, tool } from '../mcp/tool.ts';
import {
  backfillInvoicesRoute,
  billUsageRoute,
  creditNotesRoute,
  exportCsvRoute,
  exportJsonRoute,
  getBackfillRoute,
  getInvoiceRoute,
  invoicePdfRoute,
  listInvoicesRoute,
  summarizeInvoicesRoute,
  voidInvoiceRoute,
} from './routes.ts';

/** What the partner owes and has paid. */
export const invoicesArea: Area = {
  tag: { name: 'Invoices', group: 'Account', description: 'Invoices and receipts, exports, and what makes them.' },
  routes: [
    listInvoicesRoute,
    summarizeInvoicesRoute,
    exportCsvRoute,
    exportJsonRoute,
    billUsageRoute,
    backfillInvoicesRoute,
    getBackfillRoute,
    getInvoiceRoute,
    invoicePdfRoute,
    creditNotesRoute,
    voidInvoiceRoute,
  ],
  tools: [
    tool(listInvoicesRoute, {
      name: 'list_invoices',
      title: 'List invoices',
      description: 'Lists invoices with amounts and states, newest first, by type, state and days.',
      annotations: READS,
    }),
    tool(getInvoiceRoute, {
      name: 'get_invoice',
      title: 'Read an invoice',
      description: 'Reads one invoice with its lines, by its number such as INV-2026-000001.',
      annotations: READS,
    }),
    tool(summarizeInvoicesRoute, {
      name: 'summarize_invoices',
      title: 'Sum invoices up',
      description: 'Sums of invoices by currency, type and state: what was billed, what was paid, what is outstanding.',
      annotations: READS,
    }),
  ],
};
