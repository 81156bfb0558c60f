import { z } from 'zod';
import { amount } from '../kernel/money.ts';
import { day, daysInOrder, flag, integer, onceValid, pageQuery, recordId, text } from '../kernel/schema.ts';
import { BILLING_TYPES } from '../orders/table.ts';
import { partnerParams } from '../partners/schema.ts';
import { INVOICE_STATUSES } from './table.ts';

/** Sort keys of lists and exports. */
export const INVOICE_SORTS = ['created_at', 'billing_type', 'total_amount'] as const;

const invoiceNumber = z
  .string()
  .regex(/^INV-\d{4}-\d{6,15}$/, 'Must be the number of an invoice such as INV-2026-000001.')
  .describe('Number of the invoice.');

export const invoiceParams = z.object({ invoiceNumber });

/** Path of a partner's invoice, for administrators. */
export const partnerInvoiceParams = partnerParams.extend({ invoiceNumber });

export const backfillParams = z.object({ id: recordId.describe('Number of the backfill.') });

const days = {
  start_date: day.optional().describe('First UTC day of creation, inclusive.'),
  end_date: day.optional().describe('Last UTC day, inclusive.'),
};

const DAYS = ['start_date', 'end_date'] as const;

const filters = {
  type: z.enum(BILLING_TYPES).optional().describe('Only invoices of this billing type.'),
  status: z.enum(INVOICE_STATUSES).optional().describe('Only invoices in this state.'),
  ...days,
  sort: z.enum(INVOICE_SORTS).default('created_at').describe('Sort field. With `desc`, ties are sorted newest first.'),
  dir: z.enum(['asc', 'desc']).default('desc').describe('Sort direction.'),
};

export const listInvoicesQuery = daysInOrder(z.object({ ...filters, ...pageQuery(50, 200) }), ...DAYS);

const exported = {
  ...filters,
  line_items: flag(true).describe('Whether to include invoice lines.'),
  credit_notes: flag(false).describe('Whether to append the credit notes of these days and this type, oldest first.'),
};

export const exportInvoicesQuery = daysInOrder(z.object(exported), ...DAYS);

export const exportCsvQuery = daysInOrder(
  z.object({
    ...exported,
    bom: flag(false).describe('Whether to start the file with a byte order mark, which some spreadsheets need.'),
  }),
  ...DAYS,
);

export const summarizeInvoicesQuery = daysInOrder(z.object(days), ...DAYS);

export const billUsageBody = daysInOrder(
  z.object({
    period_start: day.nullish().describe('First UTC day; defaults to the first of the current month.'),
    period_end: day.nullish().describe('Last UTC day, inclusive; defaults to the last of the current month.'),
  }),
  'period_start',
  'period_end',
);

export const backfillBody = z.object({
  limit: integer(1, 200)
    .nullish()
    .transform((limit) => limit ?? 50)
    .describe('Maximum number of invoices to create; defaults to 50.'),
});

export const voidInvoiceBody = z.object({
  reason: text(255).nullish().describe('For the audit log.'),
  rebill: z
    .boolean()
    .nullish()
    .describe('Whether what it billed can be billed again; defaults to true for metered use and to false for orders.'),
});

/** Path of a credit note. */
export const creditNoteParams = z.object({
  creditNoteNumber: z
    .string()
    .regex(/^CN-\d{4}-\d{6,15}$/, 'Must be the number of a credit note such as CN-2026-000001.')
    .describe('Number of the credit note.'),
});

export const listCreditNotesQuery = daysInOrder(
  z.object({
    type: z.enum(BILLING_TYPES).optional().describe('Only credit notes for invoices of this billing type.'),
    invoice_number: invoiceNumber.optional().describe('Only credit notes for this invoice.'),
    ...days,
    sort: filters.sort,
    dir: filters.dir,
    ...pageQuery(50, 200),
  }),
  ...DAYS,
);

/** Above zero; tax included. */
const creditedAmount = amount.refine((value) => Number(value) > 0, 'Must be above 0.').nullish();

const MAX_CREDITED_LINES = 200;

export const createCreditNoteBody = z
  .object({
    amount: creditedAmount.describe('Tax included; defaults to the remainder of the invoice, unless lines are given.'),
    lines: z
      .array(
        z.object({
          position: integer(1, 1_000_000_000).describe("Position in the invoice's `line_items`, from 1."),
          amount: creditedAmount.describe('Tax included; defaults to the remainder of the line.'),
        }),
      )
      .min(1, 'Must name at least one line.')
      .max(MAX_CREDITED_LINES, `Must name at most ${MAX_CREDITED_LINES} lines.`)
      .nullish()
      .describe('Lines to credit.'),
    reason: text(500).describe('Shown to the partner on the credit note.'),
  })
  .refine(({ amount, lines }) => amount == null || lines == null, {
    path: ['lines'],
    error: 'Must not be given beside `amount`.',
    ...onceValid('amount', 'lines'),
  })
  .superRefine(({ lines }, context) => {
    const positions = lines?.map(({ position }) => position) ?? [];
    for (const [index, position] of positions.entries()) {
      if (positions.indexOf(position) < index)
        context.addIssue({ code: 'custom', path: ['lines', index, 'position'], message: 'Must be named once.' });
    }
  }, onceValid('lines'));

/** Filters of the list of credit notes. */
export type CreditNoteFilters = Pick<z.output<typeof listCreditNotesQuery>, 'type' | 'start_date' | 'end_date'> & {
  invoice_number?: string | undefined;
};
/** Sort key and direction. */
export type CreditNoteOrder = Pick<z.output<typeof listCreditNotesQuery>, 'sort' | 'dir'>;

/** Filters of lists and exports. */
export type InvoiceFilters = Pick<z.output<typeof listInvoicesQuery>, 'type' | 'status' | 'start_date' | 'end_date'>;
/** Sort key and direction. */
export type InvoiceOrder = Pick<z.output<typeof listInvoicesQuery>, 'sort' | 'dir'>;
