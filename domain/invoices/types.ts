import type { Line } from './lines.ts';
import type { InvoiceJobRow, InvoiceLineRow, InvoiceRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'invoices.bill_usage': InvoiceJobCommand;
    'invoices.backfill': InvoiceJobCommand;
  }
}

interface InvoiceJobCommand {
  jobId: number;
  rowKey: string;
  partnerId: number;
  requestId: string;
}

/** Fields of a new invoice; it gets its number when it is issued. */
export interface InvoiceDraft
  extends Pick<InvoiceRow, 'partner_id' | 'job_id' | 'billing_type' | 'currency' | 'period_start' | 'period_end'> {
  billing: Billing;
  lines: Line[];
  /** The billed order. */
  order_id: number | null;
}

/** Billing details of a partner. */
export interface Billing {
  billing_name: string;
  billing_address: string | null;
  tax_rate: string;
}

/** An invoice with its number. */
export type IssuedInvoice = InvoiceRow & { number: string };

/** An invoice with its lines. */
export interface InvoiceDetail {
  invoice: IssuedInvoice;
  lines: InvoiceLineRow[];
}

/** Sums of the invoices of one currency, type and status. */
export interface InvoiceTotals extends Pick<InvoiceRow, 'currency' | 'billing_type' | 'status'> {
  count: number;
  total_minor: number;
  paid_minor: number;
  credited_minor: number;
}

/** Numbers of the invoices that a job has created so far. */
export interface JobOutcome {
  job: InvoiceJobRow;
  invoiceNumbers: string[];
}
