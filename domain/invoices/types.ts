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

/** What a new invoice is made of; its number comes with its issue. */
export interface InvoiceDraft
  extends Pick<InvoiceRow, 'partner_id' | 'job_id' | 'billing_type' | 'currency' | 'period_start' | 'period_end'> {
  billing: Billing;
  lines: Line[];
  /** The order that it bills. */
  order_id: number | null;
}

/** What a partner's invoices say of it. */
export interface Billing {
  billing_name: string;
  billing_address: string | null;
  tax_rate: string;
}

/** An invoice that has its number. */
export type IssuedInvoice = InvoiceRow & { number: string };

/** An invoice with its lines. */
export interface InvoiceDetail {
  invoice: IssuedInvoice;
  lines: InvoiceLineRow[];
}

/** Sums of invoices that are alike in currency, type and status. */
export interface InvoiceTotals extends Pick<InvoiceRow, 'currency' | 'billing_type' | 'status'> {
  count: number;
  total_minor: number;
  paid_minor: number;
  credited_minor: number;
}

/** What a job has come to, or has so far: the invoices that it made, by their numbers. */
export interface JobOutcome {
  job: InvoiceJobRow;
  invoiceNumbers: string[];
}
