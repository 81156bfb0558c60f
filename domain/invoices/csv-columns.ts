import { csvOptional, csvText } from '../kernel/csv-cells.ts';
import { amountText, datetimeText, decimalText } from '../kernel/sql.ts';

/**
 * Columns of an invoice by name, in SQL over its row and the moment that decides what is overdue. What is due, overdue and overpaid is so
 * by `rules.ts`. The table has no invoice without a number that is no draft, and no other column that is not optional here may be null.
 */
const invoiceColumns = (now: string) => ({
  invoice_number: 'number',
  billing_type: 'billing_type',
  status: 'status',
  overdue: csvOptional(`status = 'open' AND due_at < ${now} AND total_minor > 0`),
  currency: 'currency',
  subtotal: amountText('subtotal_minor'),
  tax_amount: amountText('tax_minor'),
  total_amount: amountText('total_minor'),
  amount_paid: amountText('paid_minor'),
  amount_credited: amountText('credited_minor'),
  billing_name: csvText('billing_name'),
  billing_address: csvText('billing_address'),
  period_start: csvOptional('period_start'),
  period_end: csvOptional('period_end'),
  created_at: datetimeText('created_at'),
  issued_at: csvOptional(datetimeText('issued_at')),
  due_at: csvOptional(datetimeText('due_at')),
  paid_at: csvOptional(datetimeText('paid_at')),
  amount_due: amountText(
    "CASE status WHEN 'void' THEN 0 ELSE greatest(0, total_minor - paid_minor - credited_minor) END",
  ),
  amount_overpaid: amountText('greatest(0, paid_minor - total_minor) - excess_returned_minor'),
  voided_at: csvOptional(datetimeText('voided_at')),
});

/** Columns of a line, which follow; they are empty where an invoice has none. */
const LINE_COLUMNS = {
  line_position: 'position',
  line_description: csvText('description'),
  line_quantity: decimalText('quantity'),
  line_unit_amount: decimalText('unit_amount'),
  line_amount: amountText('amount_minor'),
  line_tax_rate: decimalText('tax_rate'),
  line_tax_amount: amountText('tax_minor'),
  line_period_start: csvOptional('period_start'),
  line_period_end: csvOptional('period_end'),
  line_reference: csvText('reference'),
};

/** Columns that only files with credit notes have. */
const DOCUMENT_COLUMNS = { document_type: "'invoice'", credit_note_number: "''", credit_note_reason: "''" };

/** A name of a column of some file. */
export type CsvColumn =
  | keyof ReturnType<typeof invoiceColumns>
  | keyof typeof LINE_COLUMNS
  | keyof typeof DOCUMENT_COLUMNS;

/** What a file has beside invoices. */
export interface CsvContents {
  line_items: boolean;
  credit_notes: boolean;
}

/** The columns of a file in order: of its invoice, of its line, which may be empty, and of what stands in each row. */
function columnsOf({ line_items, credit_notes }: CsvContents, now: string) {
  return {
    ofInvoice: invoiceColumns(now),
    ofLine: line_items ? LINE_COLUMNS : {},
    ofEach: credit_notes ? DOCUMENT_COLUMNS : {},
  };
}

/** The cells of these columns, in SQL. */
export function csvCellsOf(contents: CsvContents, now: string): Record<keyof ReturnType<typeof columnsOf>, string[]> {
  const { ofInvoice, ofLine, ofEach } = columnsOf(contents, now);
  return { ofInvoice: Object.values(ofInvoice), ofLine: Object.values(ofLine), ofEach: Object.values(ofEach) };
}

/** The names of a file's columns, in order. */
export function csvColumns(contents: CsvContents): CsvColumn[] {
  return Object.values(columnsOf(contents, '')).flatMap((columns) => Object.keys(columns)) as CsvColumn[];
}
