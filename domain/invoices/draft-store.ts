import { execute, pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { exactAmount } from '../kernel/money.ts';
import { tieOrders } from '../orders/store.ts';
import { type Line, totalsOf } from './lines.ts';
import type { InvoiceDraft } from './rules.ts';
import {
  type CreditNoteLineRow,
  type CreditNoteRow,
  creditNoteTable,
  invoiceTable,
  type Series,
  type TaxTotal,
} from './table.ts';
import { taxTotalsOf } from './tax.ts';

/**
 * Inserts drafts with their lines and links them to the orders that they bill, whose rows are locked; returns their
 * ids.
 */
export async function insertDrafts(db: Db, now: Date, drafts: readonly InvoiceDraft[]): Promise<number[]> {
  const rows = await queryRows(
    db,
    pick(invoiceTable, 'id'),
    `WITH draft AS MATERIALIZED (
       SELECT nextval(pg_get_serial_sequence('invoice', 'id')) AS id, d.*
       FROM jsonb_to_recordset($2::jsonb) AS d (
         partner_id bigint, job_id bigint, order_id bigint, billing_type text, billing_name text, billing_address text,
         seller jsonb, buyer jsonb, tax_totals jsonb, currency text, subtotal_minor bigint, tax_minor bigint, total_minor bigint, total_amount numeric,
         period_start date, period_end date, lines jsonb)
     ), added AS (
       INSERT INTO invoice (id, partner_id, job_id, billing_type, billing_name, billing_address, seller, buyer, tax_totals, currency, subtotal_minor,
                            tax_minor, total_minor, total_amount, period_start, period_end, created_at, updated_at)
       SELECT id, partner_id, job_id, billing_type, billing_name, billing_address, seller, buyer, tax_totals, currency, subtotal_minor,
              tax_minor, total_minor, total_amount, period_start, period_end, $1, $1 FROM draft
     ), written AS (
       INSERT INTO invoice_line (invoice_id, position, description, quantity, unit_amount, amount_minor, tax_rate,
                                 tax_minor, tax_category, tax_reason, period_start, period_end, reference)
       SELECT draft.id, line.* FROM draft CROSS JOIN ${linesIn('draft.lines')}
     ), tied AS (
       ${tieOrders('draft')}
     )
     SELECT id FROM draft`,
    [now, JSON.stringify(drafts.map(columnsOf))],
  );
  return rows.map(({ id }) => id);
}

/** Adds lines to a draft, after those that it has. */
export async function insertLines(
  db: Db,
  invoiceId: number,
  linesBefore: number,
  lines: readonly Line[],
): Promise<void> {
  await execute(
    db,
    `INSERT INTO invoice_line (invoice_id, position, description, quantity, unit_amount, amount_minor, tax_rate,
                               tax_minor, tax_category, tax_reason, period_start, period_end, reference)
     SELECT $1, line.* FROM ${linesIn('$2::jsonb')}`,
    [invoiceId, JSON.stringify(placed(lines, linesBefore))],
  );
}

/** Saves the sums of a draft's lines. */
export async function completeDraft(
  db: Db,
  id: number,
  currency: string,
  { totals, taxTotals }: { totals: ReturnType<typeof totalsOf>; taxTotals: readonly TaxTotal[] },
): Promise<void> {
  await execute(
    db,
    `UPDATE invoice SET subtotal_minor = $2, tax_minor = $3, total_minor = $4, total_amount = $5, tax_totals = $6
     WHERE id = $1 AND status = 'draft'`,
    [
      id,
      totals.subtotal_minor,
      totals.tax_minor,
      totals.total_minor,
      exactAmount(totals.total_minor, currency).toFixed(),
      JSON.stringify(taxTotals),
    ],
  );
}

/** SQL for lines as rows. */
function linesIn(json: string): string {
  return `jsonb_to_recordset(${json}) AS line (
         position integer, description text, quantity numeric, unit_amount numeric, amount_minor bigint, tax_rate numeric,
         tax_minor bigint, tax_category text, tax_reason text, period_start date, period_end date, reference text)`;
}

function placed(lines: readonly Line[], linesBefore = 0) {
  return lines.map((line, index) => ({ position: linesBefore + index + 1, ...line }));
}

function columnsOf({ billing, lines, ...draft }: InvoiceDraft) {
  const totals = totalsOf(lines, draft.currency);
  return {
    ...draft,
    ...totals,
    total_amount: exactAmount(totals.total_minor, draft.currency).toFixed(),
    billing_name: billing.billing_name,
    billing_address: billing.billing_address,
    buyer: billing.buyer,
    tax_totals: taxTotalsOf(lines),
    lines: placed(lines),
  };
}

/**
 * Issues drafts: numbers them in the order of their creation and opens them; one of zero is paid. A number is never
 * issued before a smaller one: transactions take turns for the counter in another order than they began. The counter's row stays locked until the
 * commit, so call this last in a transaction. Returns the numbers, lowest first.
 */
export async function issueDrafts(db: Db, now: Date, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await queryRows(
    db,
    { number: invoiceTable.columns.number.present() },
    `WITH draft AS MATERIALIZED (
       SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS n
       FROM invoice WHERE id = ANY($2) AND status = 'draft'
     ), ${advanceCounter('(SELECT n FROM draft LIMIT 1)', 'INV')}
     UPDATE invoice SET status = CASE total_minor WHEN 0 THEN 'paid' ELSE 'open' END,
       paid_at = CASE total_minor WHEN 0 THEN counter.issued_at END,
       number = ${displayedNumber('INV', 'counter.last - draft.n + draft.place')}, issued_at = counter.issued_at,
       due_at = counter.issued_at + make_interval(hours => 24 * payment_terms_days), updated_at = $1
     FROM draft, counter, partner WHERE invoice.id = draft.id AND partner.id = invoice.partner_id
     RETURNING invoice.number`,
    [now, ids],
  );
  return rows.map(({ number }) => number).sort(byNumber);
}

/** Runs work whose writes are undone if it throws a RangeError, and returns its message then. */
export async function undoneBeyondBooks<Result>(
  db: Db,
  work: () => Promise<Result>,
): Promise<{ result: Result } | { problem: string }> {
  await execute(db, 'SAVEPOINT within_books');
  try {
    const result = await work();
    await execute(db, 'RELEASE SAVEPOINT within_books');
    return { result };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    await execute(db, 'ROLLBACK TO SAVEPOINT within_books');
    return { problem: error.message };
  }
}

/** Fields of a new credit note. */
export type NewCreditNote = Omit<CreditNoteRow, 'id' | 'number' | 'created_at'>;

/** Inserts a credit note with its lines and the next number; the counter's row stays locked until the commit. */
export async function insertCreditNote(
  db: Db,
  now: Date,
  note: NewCreditNote,
  lines: readonly Omit<CreditNoteLineRow, 'credit_note_id'>[],
): Promise<CreditNoteRow> {
  const row = await queryMaybeRow(
    db,
    creditNoteTable,
    `WITH ${advanceCounter('1', 'CN')}, added AS (
       INSERT INTO credit_note (number, invoice_id, partner_id, currency, origin, reference, reason, amount_minor, tax_minor, tax_totals, created_at)
       SELECT ${displayedNumber('CN', 'counter.last')}, $2, $3, $4, $5, $6, $7, $8, $9, $10, counter.issued_at FROM counter RETURNING *
     ), written AS (
       INSERT INTO credit_note_line (credit_note_id, invoice_position, position, description, quantity, unit_amount, amount_minor,
                                     tax_rate, tax_minor, tax_category, tax_reason, period_start, period_end, reference)
       SELECT added.id, (given ->> 'invoice_position')::integer, line.*
       FROM added, jsonb_array_elements($11::jsonb) AS given, ${linesIn('jsonb_build_array(given)')}
     )
     SELECT * FROM added`,
    [
      now,
      note.invoice_id,
      note.partner_id,
      note.currency,
      note.origin,
      note.reference,
      note.reason,
      note.amount_minor,
      note.tax_minor,
      note.tax_totals && JSON.stringify(note.tax_totals),
      JSON.stringify(lines),
    ],
  );
  if (!row) throw new Error('The credit note was not added.');
  return row;
}

/** Years in UTC. */
const YEAR = `extract(year FROM $1::timestamptz AT TIME ZONE 'UTC')::integer`;

/** SQL that reserves the next numbers of a series; `$1` is the current time. The row has the last of them. */
function advanceCounter(count: string, series: Series): string {
  return `counter AS (
       INSERT INTO invoice_counter (series, year, last, issued_at) VALUES ('${series}', ${YEAR}, ${count}, $1)
       ON CONFLICT (series, year) DO UPDATE SET last = invoice_counter.last + excluded.last,
         issued_at = greatest(invoice_counter.issued_at, excluded.issued_at)
       RETURNING last, issued_at
     )`;
}

/** SQL for the displayed number, with at least six digits. */
function displayedNumber(series: Series, sequence: string): string {
  return `'${series}-' || ${YEAR} || '-' || to_char(${sequence}, 'FM999999999999000000')`;
}

/** Sorts numbers of one year by their sequence. */
function byNumber(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
