import { INVOICE_STATUSES, type InvoiceRow, type InvoiceStatus } from './table.ts';

/** An invoice is to be paid within so many days of its issue. */
export const DAYS_TO_PAY = 30;
/** An invoice that is overdue for so many days is written off. */
export const DAYS_UNTIL_WRITTEN_OFF = 60;

/** Which states may follow which. What was written off can still be paid; what was voided never. */
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

/** Whether payment is late; an invoice over nothing never is. */
export function isOverdue({ status, due_at, total_minor }: InvoiceRow, now: Date): boolean {
  return status === 'open' && due_at !== null && due_at < now && total_minor > 0;
}

/** First and last UTC day of the month that lies `monthsBack` before that of a moment. */
export function monthOf(moment: Date, monthsBack = 0): { start: string; end: string } {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() - monthsBack];
  return { start: dayOf(new Date(Date.UTC(year, month, 1))), end: dayOf(new Date(Date.UTC(year, month + 1, 0))) };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Topic on which the end of a job is announced. */
export function invoiceJobTopic(id: number): string {
  return `invoice-job:${id}`;
}
