import { utcDay } from '../kernel/days.ts';
import type { Buyer, Invoicing, Seller } from '../kernel/invoicing.ts';
import type { Line } from './lines.ts';
import {
  type CreditNoteRow,
  INVOICE_STATUSES,
  type InvoiceJobRow,
  type InvoiceLineRow,
  type InvoicePaymentRow,
  type InvoiceRow,
  type InvoiceStatus,
} from './table.ts';
import type { TaxSituation } from './tax.ts';

/** Days overdue after which an invoice is written off. */
export const DAYS_UNTIL_WRITTEN_OFF = 60;

/** Allowed transitions. A written-off invoice can still be paid; a voided one cannot. */
const TRANSITIONS: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ['open'],
  open: ['paid', 'void', 'uncollectible'],
  paid: [],
  void: [],
  uncollectible: ['paid'],
};

/** The states from which a state can be reached. */
export function statesBefore(status: InvoiceStatus): InvoiceStatus[] {
  return INVOICE_STATUSES.filter((from) => TRANSITIONS[from].includes(status));
}

/** Whether payment is late; an invoice of zero never is. */
export function isOverdue({ status, due_at, total_minor }: InvoiceRow, now: Date): boolean {
  return status === 'open' && due_at !== null && due_at < now && total_minor > 0;
}

/** What is still to be paid, minor units; nothing of a voided invoice. */
export function dueOf({ status, total_minor, paid_minor, credited_minor }: InvoiceAmounts): number {
  return status === 'void' ? 0 : Math.max(0, total_minor - paid_minor - credited_minor);
}

/** What was paid over the total and not given back, minor units. It never becomes AI credits. */
export function overpaidOf({ total_minor, paid_minor, excess_returned_minor }: InvoiceRow): number {
  return Math.max(0, paid_minor - total_minor) - excess_returned_minor;
}

/**
 * What a refund has to be credited, minor units. It first returns what is owed to the buyer, because administrators
 * credited what was paid; that has credit notes already. Below zero: what credit notes of refunds say too much, since refunds
 * came to nothing, or what they returned is owed by now.
 */
export function creditOfRefund(
  { total_minor, paid_minor, credited_minor }: Pick<InvoiceRow, 'total_minor' | 'paid_minor' | 'credited_minor'>,
  refund: {
    amountMinor: number;
    /** What credit notes of refunds say. */
    refundedMinor: number;
    /** What was returned before. */
    returnedBeforeMinor?: number;
    /** What was paid before. */
    paidBeforeMinor?: number;
  },
): number {
  const { amountMinor, refundedMinor, returnedBeforeMinor = refundedMinor, paidBeforeMinor = paid_minor } = refund;
  const paid = Math.min(paid_minor, total_minor);
  const owedAt = (paidThen: number) =>
    Math.max(0, Math.min(paidThen, total_minor) + credited_minor - refundedMinor - total_minor);
  const owedBefore = owedAt(paidBeforeMinor);
  const beyond = amountMinor - (owedAt(paid_minor) - owedBefore);
  if (beyond < 0) {
    const left = Math.max(0, Math.min(refundedMinor + beyond, returnedBeforeMinor + amountMinor));
    return Math.min(0, left - refundedMinor);
  }
  const owed = Math.max(0, owedBefore + refundedMinor - returnedBeforeMinor);
  return Math.max(0, Math.min(beyond - owed, total_minor - credited_minor, paid - refundedMinor));
}

/** Whether an invoice bills metered use; others bill an order. */
export function billsUse({ period_start }: Pick<InvoiceRow, 'period_start'>): boolean {
  return period_start !== null;
}

type InvoiceAmounts = Pick<InvoiceRow, 'status' | 'total_minor' | 'paid_minor' | 'credited_minor'>;

/** First and last UTC day of the month that is `monthsBack` before the month of a moment. */
export function monthOf(moment: Date, monthsBack = 0): { start: string; end: string } {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() - monthsBack];
  return { start: utcDay(new Date(Date.UTC(year, month, 1))), end: utcDay(new Date(Date.UTC(year, month + 1, 0))) };
}

/** Hours in which a run of the monthly Schedule has billed all partners. */
export const HOURS_TO_BILL = 1;

/** A run of the monthly Schedule. */
export interface BillingRun {
  scheduledAt: Date;
  /** Usage from before this moment is billed. */
  billsBefore: Date;
}

/** The first of a month, 01:00 UTC, as in the declaration of the Schedule (workflows/monthly-invoices/contract.ts). */
const HOUR_OF_BILLING = 1;

/** The last run of the monthly Schedule before a moment; it is later than the month's first by the grace. */
export function lastBillingRun(moment: Date, graceHours: number): BillingRun {
  const run = (monthsBack: number): BillingRun => {
    const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() - monthsBack];
    return {
      scheduledAt: new Date(Date.UTC(year, month, 1, HOUR_OF_BILLING + graceHours)),
      billsBefore: new Date(Date.UTC(year, month, 1)),
    };
  };
  const ofThisMonth = run(0);
  return ofThisMonth.scheduledAt <= moment ? ofThisMonth : run(1);
}

/** Notification topic for the end of a job. */
export function invoiceJobTopic(id: number): string {
  return `invoice-job:${id}`;
}

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
  seller: Seller | null;
  lines: Line[];
  /** The billed order. */
  order_id: number | null;
}

/** Billing details of a partner. */
export interface Billing {
  billing_name: string;
  billing_address: string | null;
  tax_rate: string;
  /** What the partner has said of itself. */
  buyer: Buyer;
  tax_exemption_reason: string | null;
}

/** What decides about the tax of an invoice's lines. */
export function taxSituation(
  { buyer, tax_rate: rate, tax_exemption_reason: exemption }: Billing,
  { seller, tax: rules }: Invoicing,
): TaxSituation {
  return { rules, seller, buyer, rate, exemption };
}

/** An invoice with its number. */
export type IssuedInvoice = InvoiceRow & { number: string };

/** An invoice with its lines. */
export interface InvoiceDetail {
  invoice: IssuedInvoice;
  lines: InvoiceLineRow[];
  /** Only of a credit note in the form of an invoice, for its file. */
  credits?: {
    invoiceNumber: string;
    issuedAt: Date | null;
    reason: string;
    origin?: CreditNoteRow['origin'];
    /** Positions of the lines over a share of the whole invoice. */
    sharedLines?: readonly number[];
  };
}

/** An invoice with its lines and what moved of its money. */
export interface PaidInvoiceDetail extends InvoiceDetail {
  /** The last 100, oldest first. */
  payments: InvoicePaymentRow[];
  /** What is due can be paid on a page of the payment gateway. */
  isPayable: boolean;
}

/** Sums of the invoices of one currency, type and status. */
export interface InvoiceTotals extends Pick<InvoiceRow, 'currency' | 'billing_type' | 'status'> {
  count: number;
  /** In minor units, as strings: they may have more than 53 bits. */
  total_minor: string;
  paid_minor: string;
  credited_minor: string;
}

/** Numbers of the invoices that a job has created so far. */
export interface JobOutcome {
  job: InvoiceJobRow;
  invoiceNumbers: string[];
}
