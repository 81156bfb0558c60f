import { z } from 'zod';
import type { ListedCreditNote } from '../../domain/invoices/credit-store.ts';
import { type CsvColumn, type CsvContents, csvColumns } from '../../domain/invoices/csv-columns.ts';
import type { InvoiceExport } from '../../domain/invoices/operations/export-invoices.ts';
import type { InvoicePart } from '../../domain/invoices/operations/export-parts.ts';
import type { InvoicePage } from '../../domain/invoices/operations/reads.ts';
import { amountText } from '../../domain/kernel/money.ts';
import { csvOf, csvOfMarked, slicesOfRows } from '../csv.ts';
import { datetime, type PresentContext } from '../resource.ts';
import { batchesInTurn, scheduledSlices } from '../turns.ts';
import { creditNoteResource } from './credit-note-resource.ts';
import { appliedFilters } from './list-resource.ts';
import { invoiceDetailResource, invoiceLine, invoiceResource } from './resource.ts';

/** Invoices, or parts of long ones, that are written between two turns of other partners. */
const SLICE_PARTS = 25;

const CREDIT_NOTE_CELLS: Partial<Record<CsvColumn, (note: ListedCreditNote) => string | null>> = {
  invoice_number: ({ invoice_number }) => invoice_number,
  billing_type: ({ billing_type }) => billing_type,
  currency: ({ currency }) => currency,
  subtotal: ({ amount_minor, tax_minor, currency }) => amountText(amount_minor - tax_minor, currency),
  tax_amount: ({ tax_minor, currency }) => amountText(tax_minor, currency),
  total_amount: ({ amount_minor, currency }) => amountText(amount_minor, currency),
  created_at: ({ created_at }) => datetime(created_at),
  issued_at: ({ created_at }) => datetime(created_at),
  document_type: () => 'credit_note',
  credit_note_number: ({ number }) => number,
  credit_note_reason: ({ reason }) => reason,
};

/** The file, batch by batch: a row per line with its invoice's columns, or per invoice where lines were not requested. */
export async function* invoicesAsCsv(
  { query, batches, creditNotes }: InvoiceExport<CsvContents & { bom: boolean }, string>,
  { call }: PresentContext,
): AsyncGenerator<string> {
  const names = csvColumns(query);
  let head = (query.bom ? '\uFEFF' : '') + csvOf([names]);
  for await (const rows of batchesInTurn(call.actor, slicesOfRows(batches))) {
    yield head + csvOfMarked(rows);
    head = '';
  }
  if (head !== '') yield head;
  if (!query.credit_notes) return;
  for await (const batch of scheduledSlices(call.actor, creditNotes, SLICE_PARTS)) {
    yield csvOf(batch.map((note) => names.map((name) => CREDIT_NOTE_CELLS[name]?.(note))));
  }
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

/** What the file holds: invoices as in lists, and the rest of each where its lines were requested. */
export const invoiceExport = z
  .object({
    data: z.array(
      invoiceDetailResource.schema.partial().extend(invoiceResource.schema.shape).meta({ title: 'ExportedInvoice' }),
    ),
    credit_notes: z.array(creditNoteResource.schema).optional().describe('With `credit_notes=true`.'),
    filters_applied: appliedFilters.schema
      .extend({ line_items: z.boolean().describe('Whether invoice lines are included.') })
      .describe('Filters and order of this export, including defaults.'),
  })
  .meta({ title: 'InvoiceExport' });

/** An invoice with its lines, or what comes next of it: its last field is the list of lines. */
function partAsJson({ invoice, lines, isFirst, isLast }: InvoicePart, context: PresentContext): string {
  const items = lines.map((line) => JSON.stringify(invoiceLine.present({ line, invoice }, context))).join();
  const whole = isFirst ? JSON.stringify(invoiceDetailResource.present({ invoice, lines: [] }, context)) : '';
  const opening = isFirst ? whole.slice(0, -CLOSING.length) : ',';
  return opening + items + (isLast ? CLOSING : '');
}

/** How an invoice without lines ends. */
const CLOSING = ']}';
