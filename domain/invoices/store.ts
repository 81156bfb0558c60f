import type { Db } from '../kernel/deps.ts';
import { inWords } from '../kernel/sql.ts';
import type { OrderRow } from '../orders/table.ts';
import { statesBefore } from './rules.ts';
import { type CreditNoteRow, creditNoteTable, type InvoiceRow, invoiceTable } from './table.ts';
import type { Billing, IssuedInvoice } from './types.ts';

const BILLING =
  'SELECT coalesce(billing_name, name) AS billing_name, billing_address, tax_rate FROM partner WHERE id = $1';

/** What stands on a partner's invoices. Throws where there is no such partner. */
export async function findBilling(db: Db, partnerId: number): Promise<Billing> {
  return onlyOne(await db.query(BILLING, [partnerId]), `partner ${partnerId}`);
}

/** The same with the partner's row locked, as those do who bill its use. */
export async function lockBilling(db: Db, partnerId: number): Promise<Billing> {
  return onlyOne(await db.query(`${BILLING} FOR NO KEY UPDATE`, [partnerId]), `partner ${partnerId}`);
}

/** Orders of a partner that nothing bills yet and nobody else is about to, oldest first, their rows locked. */
export function lockOrdersToInvoice(db: Db, partnerId: number, limit: number): Promise<OrderRow[]> {
  return db.query(
    `SELECT * FROM customer_order WHERE partner_id = $1 AND invoice_id IS NULL ORDER BY id LIMIT $2
     FOR NO KEY UPDATE SKIP LOCKED`,
    [partnerId, limit],
  );
}

/** An order whose row is locked, with the number of its invoice in the database. Throws where there is none. */
export async function lockOrder(db: Db, orderId: number): Promise<OrderRow> {
  return onlyOne(
    await db.query('SELECT * FROM customer_order WHERE id = $1 FOR NO KEY UPDATE', [orderId]),
    `order ${orderId}`,
  );
}

/** An invoice by its number in the database, its row locked; null when there is none. */
export async function lockInvoice(db: Db, id: number): Promise<InvoiceRow | null> {
  const [row]: InvoiceRow[] = await db.query('SELECT * FROM invoice WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return row ?? null;
}

/** Marks an invoice paid in full; null where its state does not allow it. */
export async function payInvoice(db: Db, now: Date, id: number): Promise<InvoiceRow | null> {
  const [[row]]: [InvoiceRow[]] = await db.query(
    `UPDATE invoice SET status = 'paid', paid_minor = total_minor, paid_at = $1, updated_at = $1
     WHERE id = $2 AND status ${inWords(statesBefore('paid'))} RETURNING *`,
    [now, id],
  );
  return row ?? null;
}

/** Adds to what was credited of an invoice. */
export async function addCredited(db: Db, now: Date, id: number, amountMinor: number): Promise<void> {
  await db.query('UPDATE invoice SET credited_minor = credited_minor + $3, updated_at = $1 WHERE id = $2', [
    now,
    id,
    amountMinor,
  ]);
}

/** The credit note of an invoice under the reference of a refund; null when there is none. */
export function findCreditNote(db: Db, invoiceId: number, reference: string): Promise<CreditNoteRow | null> {
  return db.getRepository(creditNoteTable.entity).findOneBy({ invoice_id: invoiceId, reference });
}

/** An invoice by its number; null when there is none. */
export function findInvoice(db: Db, number: string): Promise<IssuedInvoice | null> {
  return db.getRepository(invoiceTable.entity).findOneBy({ number }) as Promise<IssuedInvoice | null>;
}

/** An invoice over metered use for which no payment has come yet; null when the partner has none of that number. */
export async function findUnpaidUsageInvoice(db: Db, partnerId: number, number: string): Promise<InvoiceRow | null> {
  const [row]: InvoiceRow[] = await db.query(
    `SELECT * FROM invoice i WHERE number = $2 AND partner_id = $1 AND billing_type = 'marketplace_usage'
       AND NOT EXISTS (SELECT FROM customer_order WHERE invoice_id = i.id)`,
    [partnerId, number],
  );
  return row ?? null;
}

/** An invoice by its number in the database; null when there is none. */
export function findInvoiceById(db: Db, id: number): Promise<IssuedInvoice | null> {
  return db.getRepository(invoiceTable.entity).findOneBy({ id }) as Promise<IssuedInvoice | null>;
}

/** The last invoice of metered use whose period has days in common with another; null when there is none. */
export async function findLastOfPeriod(
  db: Db,
  partnerId: number,
  start: string,
  end: string,
): Promise<IssuedInvoice | null> {
  const [row]: IssuedInvoice[] = await db.query(
    `SELECT * FROM invoice WHERE partner_id = $1 AND billing_type = 'marketplace_usage' AND status <> 'draft'
       AND period_start <= $3 AND period_end >= $2
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [partnerId, start, end],
  );
  return row ?? null;
}

/** Voids an invoice; null where its state does not allow it. */
export async function voidInvoice(db: Db, now: Date, id: number): Promise<IssuedInvoice | null> {
  const [[row]]: [IssuedInvoice[]] = await db.query(
    `UPDATE invoice SET status = 'void', updated_at = $1
     WHERE id = $2 AND status ${inWords(statesBefore('void'))} RETURNING *`,
    [now, id],
  );
  return row ?? null;
}

/** Writes off the next so many invoices that were due before a moment. */
export async function writeOffInvoices(
  db: Db,
  now: Date,
  { dueBefore, limit }: { dueBefore: Date; limit: number },
): Promise<IssuedInvoice[]> {
  const [rows]: [IssuedInvoice[]] = await db.query(
    `UPDATE invoice SET status = 'uncollectible', updated_at = $1
     WHERE id = ANY(ARRAY(SELECT id FROM invoice WHERE status = 'open' AND total_minor > 0 AND due_at < $2
                          ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED))
       AND status ${inWords(statesBefore('uncollectible'))} RETURNING *`,
    [now, dueBefore, limit],
  );
  return rows;
}

/** The credit notes of an invoice, oldest first. */
export function listCreditNotes(db: Db, invoiceId: number): Promise<CreditNoteRow[]> {
  return db.getRepository(creditNoteTable.entity).find({ where: { invoice_id: invoiceId }, order: { id: 'ASC' } });
}

function onlyOne<Row>([row]: Row[], what: string): Row {
  if (row === undefined) throw new Error(`There is no ${what}.`);
  return row;
}
