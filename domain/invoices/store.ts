import type { Db } from '../kernel/deps.ts';
import { inWords } from '../kernel/sql.ts';
import type { OrderRow } from '../orders/table.ts';
import { statesBefore } from './rules.ts';
import { type CreditNoteRow, creditNoteTable, type InvoiceRow } from './table.ts';
import type { Billing } from './types.ts';

/** What stands on a partner's invoices; null: there is no such partner. */
export async function findBilling(db: Db, partnerId: number): Promise<Billing | null> {
  const [row]: Billing[] = await db.query(
    'SELECT coalesce(billing_name, name) AS billing_name, billing_address, tax_rate FROM partner WHERE id = $1',
    [partnerId],
  );
  return row ?? null;
}

/** An order whose row is locked, with the number of its invoice in the database. Throws where there is none. */
export async function lockOrder(db: Db, orderId: number): Promise<OrderRow> {
  const [row]: OrderRow[] = await db.query('SELECT * FROM customer_order WHERE id = $1 FOR NO KEY UPDATE', [orderId]);
  if (!row) throw new Error(`There is no order ${orderId}.`);
  return row;
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
