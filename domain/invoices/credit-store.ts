import { findRecord, listRecords } from '../../infra/database/records.ts';
import { execute, pick, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, integer, text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, endOfDay, inWords, placeholders, startOfDay } from '../kernel/sql.ts';
import type { Share } from './credit-shares.ts';
import { statesBefore } from './rules.ts';
import type { CreditNoteFilters, CreditNoteOrder } from './schema.ts';
import {
  type CreditNoteLineRow,
  type CreditNoteRow,
  creditNoteLineTable,
  creditNoteTable,
  type InvoiceRow,
  invoiceLineTable,
  invoiceTable,
} from './table.ts';

/** A credit note with the number of its invoice. */
export type ListedCreditNote = CreditNoteRow & { invoice_number: string; billing_type: InvoiceRow['billing_type'] };

const LISTED = {
  ...creditNoteTable.columns,
  invoice_number: invoiceTable.columns.number.present(),
  billing_type: invoiceTable.columns.billing_type,
};

/** Adds to the credited amount of an invoice, less than zero takes back; it is paid when nothing is due. */
export async function addCredited(db: Db, now: Date, id: number, amountMinor: number): Promise<void> {
  const settles = `status ${inWords(statesBefore('paid'))} AND paid_minor + credited_minor + $3 >= total_minor`;
  await execute(
    db,
    `UPDATE invoice SET credited_minor = credited_minor + $3,
       status = CASE WHEN ${settles} THEN 'paid' ELSE status END,
       paid_at = CASE WHEN ${settles} THEN $1 ELSE paid_at END, updated_at = $1 WHERE id = $2`,
    [now, id, amountMinor],
  );
}

/** The credit note of an invoice for a refund's reference; null when there is none. */
export function findCreditNote(db: Db, invoiceId: number, reference: string): Promise<CreditNoteRow | null> {
  return findRecord(db, creditNoteTable, { invoice_id: invoiceId, reference });
}

/** A credit note by id; null when there is none. */
export function findCreditNoteById(db: Db, id: number): Promise<CreditNoteRow | null> {
  return findRecord(db, creditNoteTable, { id });
}

/** A credit note by its number; null when there is none. */
export function findCreditNoteByNumber(db: Db, number: string): Promise<CreditNoteRow | null> {
  return findRecord(db, creditNoteTable, { number });
}

/** The credit notes of an invoice, oldest first. */
export function selectCreditNotes(db: Db, invoiceId: number): Promise<CreditNoteRow[]> {
  return listRecords(db, creditNoteTable, { invoice_id: invoiceId }, { order: { id: 'ASC' } });
}

/** The lines of a credit note; none of one issued before lines were kept. */
export function selectCreditNoteLines(db: Db, noteId: number): Promise<CreditNoteLineRow[]> {
  return listRecords(db, creditNoteLineTable, { credit_note_id: noteId }, { order: { position: 'ASC' } });
}

/** What was credited of an invoice for refunds, and by administrators; minor units. */
export function sumCredits(db: Db, invoiceId: number): Promise<{ refunded: number; granted: number }> {
  return queryRow(
    db,
    { refunded: bigint(), granted: bigint() },
    `SELECT coalesce(sum(amount_minor) FILTER (WHERE origin = 'refund'), 0)::bigint AS refunded,
            coalesce(sum(amount_minor) FILTER (WHERE origin = 'administrator'), 0)::bigint AS granted
     FROM credit_note WHERE invoice_id = $1`,
    [invoiceId],
  );
}

const SHARE = {
  rate: text(),
  ...pick(invoiceLineTable, 'tax_category', 'tax_reason'),
  netMinor: bigint(),
  taxMinor: bigint(),
};

/** The lines of an invoice by rate, category and reason. */
export async function selectSharesOfLines(db: Db, invoiceId: number): Promise<Share[]> {
  const rows = await queryRows(
    db,
    SHARE,
    `SELECT tax_rate::text AS rate, tax_category, tax_reason, sum(amount_minor)::bigint AS "netMinor",
            sum(tax_minor)::bigint AS "taxMinor"
     FROM invoice_line WHERE invoice_id = $1 GROUP BY 1, 2, 3 ORDER BY min(position)`,
    [invoiceId],
  );
  return rows.map(({ tax_category: category, tax_reason: reason, ...share }) => ({ ...share, category, reason }));
}

/** What was credited of an invoice by rate, and by notes that do not say of which rate; minor units. */
export async function selectCreditedShares(
  db: Db,
  invoiceId: number,
): Promise<{ shares: Share[]; unknownMinor: number }> {
  const rows = await queryRows(
    db,
    SHARE,
    `SELECT total.rate, total.category AS tax_category, total.reason AS tax_reason, sum(taxable_minor)::bigint AS "netMinor",
            sum(total.tax_minor)::bigint AS "taxMinor"
     FROM credit_note, jsonb_to_recordset(tax_totals)
       AS total (rate text, category text, reason text, taxable_minor bigint, tax_minor bigint)
     WHERE invoice_id = $1 GROUP BY 1, 2, 3`,
    [invoiceId],
  );
  const { unknownMinor } = await queryRow(
    db,
    { unknownMinor: bigint() },
    `SELECT coalesce(sum(amount_minor), 0)::bigint AS "unknownMinor" FROM credit_note
     WHERE invoice_id = $1 AND tax_totals IS NULL`,
    [invoiceId],
  );
  const shares = rows.map(({ tax_category: category, tax_reason: reason, ...share }) => ({
    ...share,
    category,
    reason,
  }));
  return { shares, unknownMinor };
}

/** What was credited of lines of an invoice by name, tax included, minor units; by position. */
export async function selectCreditedOfLines(db: Db, invoiceId: number): Promise<Map<number, number>> {
  const rows = await queryRows(
    db,
    { position: integer(), credited: bigint() },
    `SELECT invoice_position AS position, sum(line.amount_minor + line.tax_minor)::bigint AS credited
     FROM credit_note_line line JOIN credit_note note ON note.id = credit_note_id
     WHERE note.invoice_id = $1 AND invoice_position IS NOT NULL GROUP BY 1`,
    [invoiceId],
  );
  return new Map(rows.map(({ position, credited }) => [position, credited]));
}

/** Sort columns. The last one is a tiebreaker, so that pages neither repeat nor skip a note. */
const COLUMNS: Record<CreditNoteOrder['sort'], readonly string[]> = {
  created_at: ['n.created_at', 'n.id'],
  billing_type: ['i.billing_type', 'n.created_at', 'n.id'],
  // Amounts of several currencies are compared as decimals, as with invoices.
  total_amount: ['n.amount_minor * i.total_amount / i.total_minor', 'n.id'],
};

const NOTES = 'credit_note n JOIN invoice i ON i.id = n.invoice_id';

/** A page of a partner's credit notes. */
export async function selectCreditNotePage(
  db: Db,
  partnerId: number,
  { page, per_page, cursor, sort, dir, ...filters }: CreditNoteFilters & CreditNoteOrder & PageRequest,
): Promise<Page<ListedCreditNote>> {
  const { condition, values } = conditionOf(partnerId, filters);
  return selectPage(
    db,
    {
      columns: LISTED,
      select: 'n.*, i.number AS invoice_number, i.billing_type',
      from: NOTES,
      where: condition,
      values,
      order: { keys: COLUMNS[sort], isAscending: dir === 'asc' },
      isLong: true,
    },
    { page, per_page, cursor },
  );
}

/** The next credit notes of an export after a note, oldest first. */
export function selectCreditNotesAfter(
  db: Db,
  partnerId: number,
  filters: CreditNoteFilters,
  { last, limit }: { last: ListedCreditNote | undefined; limit: number },
): Promise<ListedCreditNote[]> {
  const { condition, values } = conditionOf(partnerId, filters);
  const place = placeholders(values);
  const after = last && `(n.created_at, n.id) > (${place(last.created_at)}, ${place(last.id)})`;
  return queryRows(
    db,
    LISTED,
    `SELECT n.*, i.number AS invoice_number, i.billing_type FROM ${NOTES} WHERE ${allOf([condition, after])}
     ORDER BY n.created_at, n.id LIMIT ${place(limit)}`,
    values,
  );
}

function conditionOf(partnerId: number, { type, start_date, end_date, invoice_number }: CreditNoteFilters) {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [ofType, from, to, ofInvoice] = [place(type), place(start_date), place(end_date), place(invoice_number)];
  const condition = allOf([
    'n.partner_id = $1',
    ofType && `i.billing_type = ${ofType}`,
    ofInvoice && `i.number = ${ofInvoice}`,
    from && `n.created_at >= ${startOfDay(from)}`,
    to && `n.created_at < ${endOfDay(to)}`,
  ]);
  return { condition, values };
}
