import { type JournalDocument, type JournalLine, linesOf } from '../../domain/bookkeeping/journal.ts';
import type { JournalExport } from '../../domain/bookkeeping/operations/export-journal.ts';
import { amountText } from '../../domain/kernel/money.ts';
import { csvOf } from '../csv.ts';
import type { PresentContext } from '../resource.ts';
import { scheduledSlices } from '../turns.ts';

/** A line with its document. */
interface Row {
  document: JournalDocument;
  line: JournalLine;
}

const COLUMNS: Record<string, (row: Row) => string | null> = {
  date: ({ document }) => document.at.toISOString().slice(0, 10),
  document: ({ document }) => nameOf(document),
  document_kind: ({ document }) => (document.kind === 'payment' ? document.movement : document.kind),
  account: ({ line }) => line.account,
  debit: ({ document, line }) => amountText(Math.max(0, line.amountMinor), document.currency),
  credit: ({ document, line }) => amountText(Math.max(0, -line.amountMinor), document.currency),
  currency: ({ document }) => document.currency,
  tax_rate: ({ line }) => line.tax?.rate ?? null,
  tax_category: ({ line }) => line.tax?.category ?? null,
  partner_id: ({ document }) => String(document.partner_id),
  partner: ({ document }) => document.billing_name,
  invoice_number: ({ document }) => document.invoice_number,
  reference: ({ document }) => (document.kind === 'payment' ? document.reference : null),
  text: ({ document }) => textOf(document),
};

/** Lines that are formatted in one turn at the event loop. */
const LINES_PER_SLICE = 200;

/** The file, batch by batch: a row for each line. */
export async function* journalAsCsv(
  { accounts, batches }: JournalExport,
  { call }: Pick<PresentContext, 'call'>,
): AsyncGenerator<string> {
  yield csvOf([Object.keys(COLUMNS)]);
  for await (const rows of scheduledSlices(call.actor, withLines(batches, accounts), LINES_PER_SLICE)) {
    yield csvOf(rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row))));
  }
}

async function* withLines(
  batches: JournalExport['batches'],
  accounts: JournalExport['accounts'],
): AsyncGenerator<Row[]> {
  for await (const documents of batches)
    yield documents.flatMap((document) => linesOf(document, accounts).map((line) => ({ document, line })));
}

function nameOf(document: JournalDocument): string {
  if (document.kind === 'payment') return `PAY-${document.id}`;
  return document.kind === 'credit_note' ? document.number : document.invoice_number;
}

function textOf(document: JournalDocument): string {
  const { invoice_number: invoice } = document;
  switch (document.kind) {
    case 'invoice':
      return `Invoice ${invoice}, ${document.billing_type}`;
    case 'void':
      return `Invoice ${invoice} voided`;
    case 'write_off':
      return `Invoice ${invoice} written off`;
    case 'credit_note':
      return `Credit note ${document.number} for ${invoice}: ${document.reason}`;
    case 'payment':
      return `${WORDS[document.movement]} of invoice ${invoice}`;
  }
}

const WORDS = { payment: 'Payment', refund: 'Refund', dispute: 'Dispute' } as const;
