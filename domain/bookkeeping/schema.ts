import { z } from 'zod';
import { CREDIT_KINDS } from '../credits/table.ts';
import { INVOICE_STATUSES } from '../invoices/table.ts';
import { day, daysInOrder, pageQuery, recordId, text } from '../kernel/schema.ts';
import { BILLING_TYPES } from '../orders/table.ts';

const filters = {
  partner_id: recordId.optional().describe('Only records of this partner.'),
  start_date: day.optional().describe('First UTC day, inclusive.'),
  end_date: day.optional().describe('Last UTC day, inclusive.'),
};

function query<Shape extends z.ZodRawShape>(own: Shape) {
  return daysInOrder(z.object({ ...filters, ...own, ...pageQuery() }), 'start_date', 'end_date');
}

const type = z.enum(BILLING_TYPES).optional().describe('Only invoices of this billing type.');
const reference = text(120).optional().describe('Only orders with this reference.');

/** Days are those of creation. */
export const listAllInvoicesQuery = query({
  type,
  status: z.enum(INVOICE_STATUSES).optional().describe('Only invoices in this state.'),
  invoice_number: text(30).optional().describe('Only the invoice with this number.'),
});

/** Days are those of creation. */
export const listOrdersQuery = query({
  type,
  reference,
  invoiced: z.boolean().optional().describe('Only orders with an invoice, or only those without.'),
});

/** Days are those on which the use occurred. */
export const listUsageRecordsQuery = query({
  dimension: text(120).optional().describe('Only records of this dimension.'),
  reference,
  invoiced: z.boolean().optional().describe('Only billed records, or only unbilled ones.'),
});

/** Days are those of creation. */
export const listLedgerEntriesQuery = query({
  kind: z.enum(CREDIT_KINDS).optional().describe('Only entries of this kind.'),
  reference,
});
