import { queryRows } from '../../infra/database/sql.ts';
import { bigint, currency, integer, json, text, timestamp, varchar } from '../../infra/database/table.ts';
import { type InvoicePaymentRow, invoiceTable } from '../invoices/table.ts';
import { inBatches } from '../kernel/batches.ts';
import type { Db } from '../kernel/deps.ts';
import type { JournalDocument, JournalTax } from './journal.ts';

/** Documents read by one statement: some milliseconds of work. */
export const JOURNAL_BATCH = 100;

/** Where a document stands among all; `at` has the database's own digits. */
interface Place {
  at: string;
  rank: number;
  id: number;
}

/** Kinds of documents in the order of those of one moment. */
const KINDS = ['invoice', 'payment', 'credit_note', 'void', 'write_off'] as const satisfies JournalDocument['kind'][];

/** The next documents of a kind: those of the table after the place `$3`, `$4`, `$5` and before `$2`; `$1` is the start. */
function next(
  kind: (typeof KINDS)[number],
  table: string,
  time: string,
  invoiceId: string,
  condition = 'true',
): string {
  const rank = KINDS.indexOf(kind);
  return `(SELECT ${time} AS at, ${rank} AS rank, id, ${invoiceId} AS invoice_id FROM ${table}
           WHERE ${condition} AND ${time} >= greatest($1::timestamptz, $3::timestamptz) AND ${time} < $2
             AND (${time}, ${rank}, id) > ($3::timestamptz, $4::integer, $5::bigint)
           ORDER BY ${time}, id LIMIT ${JOURNAL_BATCH})`;
}

const NEXT = [
  next('invoice', 'invoice', 'issued_at', 'id', 'issued_at IS NOT NULL'),
  next('payment', 'invoice_payment', 'recorded_at', 'invoice_id'),
  next('credit_note', 'credit_note', 'created_at', 'invoice_id'),
  next('void', 'invoice', 'voided_at', 'id', 'voided_at IS NOT NULL'),
  next('write_off', 'invoice', 'written_off_at', 'id', 'written_off_at IS NOT NULL'),
].join(' UNION ALL ');

/** Totals of the lines of an invoice that has none of its own. */
const TOTALS_OF_LINES = `(
  SELECT jsonb_agg(jsonb_build_object('rate', rate, 'category', category, 'taxable_minor', taxable, 'tax_minor', tax)) FROM (
    SELECT tax_rate::text AS rate, tax_category AS category, sum(amount_minor) AS taxable, sum(tax_minor) AS tax
    FROM invoice_line WHERE invoice_id = i.id GROUP BY 1, 2 ORDER BY 1, 2) of_lines)`;

/** What had been credited until the document, and what of the money had been kept; only of invoices written off before. */
const AFTER_WRITE_OFF = `LATERAL (
  SELECT (SELECT coalesce(sum(amount_minor), 0)::bigint FROM credit_note other WHERE other.invoice_id = i.id
            AND (other.created_at, ${KINDS.indexOf('credit_note')}, other.id) < (e.at, e.rank, e.id)) AS credited,
         (SELECT balance_minor FROM invoice_payment other WHERE other.invoice_id = i.id AND other.recorded_at <= e.at
            AND e.rank = ${KINDS.indexOf('credit_note')} ORDER BY other.id DESC LIMIT 1) AS kept
) before ON i.written_off_at < e.at AND e.rank IN (${KINDS.indexOf('payment')}, ${KINDS.indexOf('credit_note')})`;

const DOCUMENTS = `
SELECT e.at::text AS place, e.at, e.rank, e.id, i.number AS invoice_number, i.partner_id, i.billing_name, i.billing_type, i.currency,
       i.subtotal_minor, i.tax_minor, i.total_minor, i.written_off_minor, coalesce(i.tax_totals, ${TOTALS_OF_LINES}) AS tax_totals,
       before.credited, before.kept, n.number, n.reason, n.tax_minor AS note_tax_minor,
       n.tax_totals AS note_tax_totals, m.kind AS movement, m.gateway, m.reference, m.balance_minor,
       coalesce(n.amount_minor, m.amount_minor) AS amount_minor
FROM (${NEXT} ORDER BY at, rank, id LIMIT ${JOURNAL_BATCH}) e JOIN invoice i ON i.id = e.invoice_id
LEFT JOIN ${AFTER_WRITE_OFF}
LEFT JOIN credit_note n ON e.rank = ${KINDS.indexOf('credit_note')} AND n.id = e.id
LEFT JOIN invoice_payment m ON e.rank = ${KINDS.indexOf('payment')} AND m.id = e.id
ORDER BY e.at, e.rank, e.id`;

const COLUMNS = {
  place: text(),
  at: timestamp(),
  rank: integer(),
  id: bigint(),
  invoice_number: text(),
  partner_id: bigint(),
  billing_name: text(),
  billing_type: invoiceTable.columns.billing_type,
  currency: currency(),
  subtotal_minor: bigint(),
  tax_minor: bigint(),
  total_minor: bigint(),
  written_off_minor: bigint().nullable(),
  tax_totals: json<JournalTax[]>().nullable(),
  credited: bigint().nullable(),
  kept: bigint().nullable(),
  number: text().nullable(),
  reason: text().nullable(),
  note_tax_minor: bigint().nullable(),
  note_tax_totals: json<JournalTax[]>().nullable(),
  movement: varchar<InvoicePaymentRow['kind']>(10).nullable(),
  gateway: varchar<NonNullable<InvoicePaymentRow['gateway']>>(20).nullable(),
  reference: text().nullable(),
  balance_minor: bigint().nullable(),
  amount_minor: bigint().nullable(),
};

type DocumentRow = { [Name in keyof typeof COLUMNS]: (typeof COLUMNS)[Name]['value'] };

/** The documents that are booked from one moment to before another, in batches, by time. */
export async function* readJournal(db: Db, from: Date, to: Date): AsyncGenerator<JournalDocument[]> {
  const after = (last: DocumentRow | undefined): Place =>
    last ? { at: last.place, rank: last.rank, id: last.id } : { at: from.toISOString(), rank: -1, id: 0 };
  const batches = inBatches(JOURNAL_BATCH, (last: DocumentRow | undefined) => {
    const { at, rank, id } = after(last);
    return queryRows(db, COLUMNS, DOCUMENTS, [from, to, at, rank, id]);
  });
  for await (const rows of batches) yield rows.map(documentOf);
}

function documentOf(row: DocumentRow): JournalDocument {
  const kind = KINDS[row.rank] ?? 'invoice';
  const { amount_minor, movement, number, reason, balance_minor, note_tax_minor } = row;
  if (kind === 'payment') {
    return {
      ...row,
      kind,
      movement: movement ?? 'payment',
      amount_minor: amount_minor ?? 0,
      balance_minor: balance_minor ?? 0,
      writeOff: writeOffOf(row, (balance_minor ?? 0) - (amount_minor ?? 0), balance_minor ?? 0, 0),
    };
  }
  if (kind === 'credit_note') {
    return {
      ...row,
      kind,
      number: number ?? '',
      reason: reason ?? '',
      amount_minor: amount_minor ?? 0,
      note_tax_minor: note_tax_minor ?? 0,
      writeOff: writeOffOf(row, row.kept ?? 0, row.kept ?? 0, amount_minor ?? 0),
    };
  }
  if (kind === 'write_off') return { ...row, kind, amount_minor: row.written_off_minor ?? 0, writeOff: null };
  return { ...row, kind, writeOff: null };
}

/** null: the invoice had not been written off. */
function writeOffOf(
  { written_off_minor, credited, total_minor }: DocumentRow,
  keptBefore: number,
  keptAfter: number,
  creditedByIt: number,
): JournalDocument['writeOff'] {
  if (written_off_minor === null || credited === null) return null;
  const dueOf = (kept: number, creditedUntil: number) => total_minor - creditedUntil - Math.min(kept, total_minor);
  return {
    writtenOffMinor: written_off_minor,
    dueBefore: dueOf(keptBefore, credited),
    dueAfter: dueOf(keptAfter, credited + creditedByIt),
  };
}
