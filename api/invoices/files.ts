import type { ListedCreditNote } from '../../domain/invoices/credit-store.ts';
import type { InvoiceExport } from '../../domain/invoices/operations/export-invoices.ts';
import type { InvoicePart } from '../../domain/invoices/operations/export-parts.ts';
import type { InvoicePage } from '../../domain/invoices/operations/reads.ts';
import { dueOf, type IssuedInvoice, isOverdue, overpaidOf } from '../../domain/invoices/rules.ts';
import type { InvoiceLineRow } from '../../domain/invoices/table.ts';
import { amountText, plainDecimal } from '../../domain/kernel/money.ts';
import { csvOf } from '../csv.ts';
import { datetime, type PresentContext } from '../resource.ts';
import { scheduledSlices } from '../turns.ts';
import { creditNoteResource } from './credit-note-resource.ts';
import { appliedFilters, invoiceDetailResource, invoiceLine, invoiceResource } from './resource.ts';

type Column<Row> = (row: Row, context: { invoice: IssuedInvoice; now: Date }) => string | null;

const INVOICE_COLUMNS: Record<string, Column<IssuedInvoice>> = {
  invoice_number: ({ number }) => number,
  billing_type: ({ billing_type }) => billing_type,
  status: ({ status }) => status,
  overdue: (invoice, { now }) => String(isOverdue(invoice, now)),
  currency: ({ currency }) => currency,
  subtotal: ({ subtotal_minor, currency }) => amountText(subtotal_minor, currency),
  tax_amount: ({ tax_minor, currency }) => amountText(tax_minor, currency),
  total_amount: ({ total_minor, currency }) => amountText(total_minor, currency),
  amount_paid: ({ paid_minor, currency }) => amountText(paid_minor, currency),
  amount_credited: ({ credited_minor, currency }) => amountText(credited_minor, currency),
  billing_name: ({ billing_name }) => billing_name,
  billing_address: ({ billing_address }) => billing_address,
  period_start: ({ period_start }) => period_start,
  period_end: ({ period_end }) => period_end,
  created_at: ({ created_at }) => datetime(created_at),
  issued_at: ({ issued_at }) => datetime(issued_at),
  due_at: ({ due_at }) => datetime(due_at),
  paid_at: ({ paid_at }) => datetime(paid_at),
  amount_due: (invoice) => amountText(dueOf(invoice), invoice.currency),
  amount_overpaid: (invoice) => amountText(overpaidOf(invoice), invoice.currency),
  voided_at: ({ voided_at }) => datetime(voided_at),
};

const LINE_COLUMNS: Record<string, Column<InvoiceLineRow>> = {
  line_position: ({ position }) => String(position),
  line_description: ({ description }) => description,
  line_quantity: ({ quantity }) => plainDecimal(quantity),
  line_unit_amount: ({ unit_amount }) => plainDecimal(unit_amount),
  line_amount: ({ amount_minor }, { invoice }) => amountText(amount_minor, invoice.currency),
  line_tax_rate: ({ tax_rate }) => plainDecimal(tax_rate),
  line_tax_amount: ({ tax_minor }, { invoice }) => amountText(tax_minor, invoice.currency),
  line_period_start: ({ period_start }) => period_start,
  line_period_end: ({ period_end }) => period_end,
  line_reference: ({ reference }) => reference,
};

/** Invoices, or parts of long ones, that are written between two turns of other partners. */
const SLICE_PARTS = 25;

/** Columns that only files with credit notes have. */
const CREDIT_NOTE_COLUMNS = ['document_type', 'credit_note_number', 'credit_note_reason'];

const CREDIT_NOTE_CELLS: Partial<Record<keyof typeof INVOICE_COLUMNS, (note: ListedCreditNote) => string | null>> = {
  invoice_number: ({ invoice_number }) => invoice_number,
  billing_type: ({ billing_type }) => billing_type,
  currency: ({ currency }) => currency,
  subtotal: ({ amount_minor, tax_minor, currency }) => amountText(amount_minor - tax_minor, currency),
  tax_amount: ({ tax_minor, currency }) => amountText(tax_minor, currency),
  total_amount: ({ amount_minor, currency }) => amountText(amount_minor, currency),
  created_at: ({ created_at }) => datetime(created_at),
  issued_at: ({ created_at }) => datetime(created_at),
};

/** The file, batch by batch: a row per line with its invoice's columns, or per invoice where lines were not requested. */
export async function* invoicesAsCsv(
  { query, batches, creditNotes }: InvoiceExport<{ line_items: boolean; bom: boolean; credit_notes: boolean }>,
  { call, now }: PresentContext,
): AsyncGenerator<string> {
  const lineNames = query.line_items ? Object.keys(LINE_COLUMNS) : [];
  const more = query.credit_notes ? CREDIT_NOTE_COLUMNS : [];
  const names = [...Object.keys(INVOICE_COLUMNS), ...lineNames, ...more];
  let head = (query.bom ? '\uFEFF' : '') + csvOf([names]);
  for await (const batch of scheduledSlices(call.actor, batches, SLICE_PARTS)) {
    const rows = batch.flatMap((part) => rowsOf(part, query.line_items, now));
    if (query.credit_notes) for (const row of rows) row.push('invoice', null, null);
    yield head + csvOf(rows);
    head = '';
  }
  if (head !== '') yield head;
  if (!query.credit_notes) return;
  for await (const batch of scheduledSlices(call.actor, creditNotes, SLICE_PARTS)) {
    const rows = batch.map((note) => [
      ...Object.keys(INVOICE_COLUMNS).map((name) => CREDIT_NOTE_CELLS[name]?.(note) ?? null),
      ...lineNames.map(() => null),
      ...['credit_note', note.number, note.reason],
    ]);
    yield csvOf(rows);
  }
}

function rowsOf(part: InvoicePart, withLines: boolean, now: Date): (string | null)[][] {
  const { invoice, lines } = part;
  const context = { invoice, now };
  const cells = Object.values(INVOICE_COLUMNS).map((cell) => cell(invoice, context));
  if (!withLines) return [cells];
  if (part.isFirst && lines.length === 0) return [[...cells, ...Object.keys(LINE_COLUMNS).map(() => null)]];
  return lines.map((line) => [...cells, ...Object.values(LINE_COLUMNS).map((cell) => cell(line, context))]);
}

type ExportQuery = Omit<InvoicePage['query'], 'page' | 'per_page'> & { line_items: boolean; credit_notes: boolean };

/** The file, batch by batch: `{data, filters_applied}`, and between them `credit_notes` where requested. */
export async function* invoicesAsJson(
  { query, batches, creditNotes }: InvoiceExport<ExportQuery>,
  context: PresentContext,
): AsyncGenerator<string> {
  let text = '{"data":[';
  let separator = '';
  for await (const batch of scheduledSlices(context.call.actor, batches, SLICE_PARTS)) {
    for (const part of batch) {
      if (part.isFirst) text += separator;
      text += query.line_items
        ? partAsJson(part, context)
        : JSON.stringify(invoiceResource.present(part.invoice, context));
      separator = ',\n';
    }
    yield text;
    text = '';
  }
  if (query.credit_notes) {
    text += '],"credit_notes":[';
    separator = '';
    for await (const batch of scheduledSlices(context.call.actor, creditNotes, SLICE_PARTS)) {
      for (const note of batch) {
        text += separator + JSON.stringify(creditNoteResource.present(note, context));
        separator = ',\n';
      }
      yield text;
      text = '';
    }
  }
  const filters = { ...appliedFilters.present(query, context), line_items: query.line_items };
  yield `${text}],"filters_applied":${JSON.stringify(filters)}}`;
}

/** An invoice with its lines, or what comes next of it: its last field is the list of lines. */
function partAsJson({ invoice, lines, isFirst, isLast }: InvoicePart, context: PresentContext): string {
  const items = lines.map((line) => JSON.stringify(invoiceLine.present({ line, invoice }, context))).join();
  const whole = isFirst ? JSON.stringify(invoiceDetailResource.present({ invoice, lines: [] }, context)) : '';
  const opening = isFirst ? whole.slice(0, -CLOSING.length) : ',';
  return opening + items + (isLast ? CLOSING : '');
}

/** How an invoice without lines ends. */
const CLOSING = ']}';
