import { csvText } from '../kernel/csv-cells.ts';
import { amountText, datetimeText, decimalText } from '../kernel/sql.ts';

/** Columns of an invoice by name, in SQL over its row and the moment `asked_at`. What is due, overdue and overpaid is so by `rules.ts`. */
const INVOICE_COLUMNS = {
  invoice_number: 'number',
  billing_type: 'billing_type',
  status: 'status',
  overdue: "(status = 'open' AND due_at < asked_at AND total_minor > 0)::text",
  currency: 'currency',
  subtotal: amountText('subtotal_minor'),
  tax_amount: amountText('invoice.tax_minor'),
  total_amount: amountText('total_minor'),
  amount_paid: amountText('paid_minor'),
  amount_credited: amountText('credited_minor'),
  billing_name: csvText('billing_name'),
  billing_address: csvText('billing_address'),
  period_start: 'invoice.period_start',
  period_end: 'invoice.period_end',
  created_at: datetimeText('created_at'),
  issued_at: datetimeText('issued_at'),
  due_at: datetimeText('due_at'),
  paid_at: datetimeText('paid_at'),
  amount_due: amountText(
    "CASE status WHEN 'void' THEN 0 ELSE greatest(0, total_minor - paid_minor - credited_minor) END",
  ),
  amount_overpaid: amountText('greatest(0, paid_minor - total_minor) - excess_returned_minor'),
  voided_at: datetimeText('voided_at'),
};

/** Columns of a line, which follow. */
const LINE_COLUMNS = {
  line_position: 'position',
  line_description: csvText('description'),
  line_quantity: decimalText('quantity'),
  line_unit_amount: decimalText('unit_amount'),
  line_amount: amountText('line.amount_minor'),
  line_tax_rate: decimalText('line.tax_rate'),
  line_tax_amount: amountText('line.tax_minor'),
  line_period_start: 'line.period_start',
  line_period_end: 'line.period_end',
  line_reference: csvText('reference'),
};

/** Columns that only files with credit notes have. */
const DOCUMENT_COLUMNS = { document_type: "'invoice'", credit_note_number: 'NULL', credit_note_reason: 'NULL' };

/** A name of a column of some file. */
export type CsvColumn = keyof typeof INVOICE_COLUMNS | keyof typeof LINE_COLUMNS | keyof typeof DOCUMENT_COLUMNS;

/** What a file has beside invoices. */
export interface CsvContents {
  line_items: boolean;
  credit_notes: boolean;
}

/** The columns of a file in order, each in SQL. */
export function columnsOf({ line_items, credit_notes }: CsvContents): Partial<Record<CsvColumn, string>> {
  return {
    ...INVOICE_COLUMNS,
    ...(line_items ? LINE_COLUMNS : {}),
    ...(credit_notes ? DOCUMENT_COLUMNS : {}),
  };
}

/** The names of a file's columns, in order. */
export function csvColumns(contents: CsvContents): CsvColumn[] {
  return Object.keys(columnsOf(contents)) as CsvColumn[];
}
