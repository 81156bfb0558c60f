import { INVOICE_STATUSES, type InvoiceRow, type InvoiceStatus } from './table.ts';

/** Days from issue to the due date of an invoice. */
export const DAYS_TO_PAY = 30;
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

/** First and last UTC day of the month that is `monthsBack` before the month of a moment. */
export function monthOf(moment: Date, monthsBack = 0): { start: string; end: string } {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() - monthsBack];
  return { start: dayOf(new Date(Date.UTC(year, month, 1))), end: dayOf(new Date(Date.UTC(year, month + 1, 0))) };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Notification topic for the end of a job. */
export function invoiceJobTopic(id: number): string {
  return `invoice-job:${id}`;
}
