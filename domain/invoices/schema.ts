import { z } from 'zod';
import { day, daysInOrder, flag, integer, pageQuery, recordId, text } from '../kernel/schema.ts';
import { BILLING_TYPES } from '../orders/table.ts';
import { partnerParams } from '../partners/schema.ts';
import { INVOICE_STATUSES } from './table.ts';

/** Sort keys of lists and exports. */
export const INVOICE_SORTS = ['created_at', 'billing_type', 'total_amount'] as const;

const invoiceNumber = z
  .string()
  .regex(/^INV-\d{4}-\d{6,15}$/)
  .describe('Number of the invoice.');

export const invoiceParams = z.object({ invoiceNumber });

/** Path of a partner's invoice, for administrators. */
export const partnerInvoiceParams = partnerParams.extend({ invoiceNumber });

export const backfillParams = z.object({ id: recordId.describe('Number of the backfill.') });

const days = {
  start_date: day.optional().describe('First UTC day on which it was made, inclusive.'),
  end_date: day.optional().describe('Last UTC day, inclusive.'),
};

const DAYS = ['start_date', 'end_date'] as const;

const filters = {
  type: z.enum(BILLING_TYPES).optional().describe('Only invoices of this billing type.'),
  status: z.enum(INVOICE_STATUSES).optional().describe('Only invoices in this state.'),
  ...days,
  sort: z.enum(INVOICE_SORTS).default('created_at').describe('Of what is alike the newest comes first with `desc`.'),
  dir: z.enum(['asc', 'desc']).default('desc').describe('Direction of the order.'),
};

export const listInvoicesQuery = daysInOrder(z.object({ ...filters, ...pageQuery(50, 200) }), ...DAYS);

const exported = { ...filters, line_items: flag(true).describe('Whether each invoice comes with its lines.') };

export const exportInvoicesQuery = daysInOrder(z.object(exported), ...DAYS);

export const exportCsvQuery = daysInOrder(
  z.object({
    ...exported,
    bom: flag(false).describe('Whether the file begins with a byte order mark, which some spreadsheets need.'),
  }),
  ...DAYS,
);

export const summarizeInvoicesQuery = daysInOrder(z.object(days), ...DAYS);

export const billUsageBody = daysInOrder(
  z.object({
    period_start: day.nullish().describe('First UTC day; the first of the current month unless given.'),
    period_end: day.nullish().describe('Last UTC day, inclusive; the last of the current month unless given.'),
  }),
  'period_start',
  'period_end',
);

export const backfillBody = z.object({
  limit: integer(1, 200)
    .nullish()
    .transform((limit) => limit ?? 50)
    .describe('How many invoices are made at most; 50 unless given.'),
});

export const voidInvoiceBody = z.object({
  reason: text(255).nullish().describe('For the audit log.'),
  rebill: z
    .boolean()
    .nullish()
    .describe('Whether what it billed can be billed again; unless given, metered use can and orders can not.'),
});

/** Filters of lists and exports. */
export type InvoiceFilters = Pick<z.output<typeof listInvoicesQuery>, 'type' | 'status' | 'start_date' | 'end_date'>;
/** Sort key and direction. */
export type InvoiceOrder = Pick<z.output<typeof listInvoicesQuery>, 'sort' | 'dir'>;
