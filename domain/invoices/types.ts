import type { Line } from './lines.ts';
import type { InvoiceRow } from './table.ts';

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
