import { findRecord, insertRecord } from '../../infra/database/records.ts';
import { execute, executeCount, queryExists, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type CheckoutRow, checkoutTable } from './table.ts';

/** Lets one transaction at a time open checkouts of a partner. */
export async function lockCheckouts(db: Db, partnerId: number): Promise<void> {
  await execute(db, `SELECT pg_advisory_xact_lock(hashtextextended('checkout ' || $1, 0))`, [String(partnerId)]);
}

/** What two checkouts have in common that are for the same. */
export type Same = Pick<
  CheckoutRow,
  'partner_id' | 'gateway' | 'item' | 'quantity' | 'invoice_id' | 'amount_minor' | 'currency'
>;

/** The newest checkout for the same that was made since then and can still be paid after `until`; null when there is none. */
export function findSame(
  db: Db,
  same: Same,
  { since, until }: { since: Date; until: Date },
): Promise<CheckoutRow | null> {
  return queryMaybeRow(
    db,
    checkoutTable,
    `SELECT * FROM checkout WHERE partner_id = $1 AND gateway = $2 AND item IS NOT DISTINCT FROM $3 AND quantity = $4
       AND invoice_id IS NOT DISTINCT FROM $5 AND amount_minor = $6 AND currency = $7 AND created_at >= $8 AND expires_at > $9
     ORDER BY id DESC LIMIT 1`,
    [
      same.partner_id,
      same.gateway,
      same.item,
      same.quantity,
      same.invoice_id,
      same.amount_minor,
      same.currency,
      since,
      until,
    ],
  );
}

/** How many checkouts a partner has made since a moment. */
export async function countCheckouts(db: Db, partnerId: number, since: Date): Promise<number> {
  const row = await queryRow(
    db,
    { made: integer() },
    'SELECT count(*)::int AS made FROM checkout WHERE partner_id = $1 AND created_at >= $2',
    [partnerId, since],
  );
  return row.made;
}

/** Inserts a checkout. */
export function insertCheckout(db: Db, checkout: Omit<CheckoutRow, 'id' | 'url' | 'payment'>): Promise<CheckoutRow> {
  return insertRecord(db, checkoutTable, checkout);
}

/** A checkout by number, or null. */
export function findCheckout(db: Db, id: number): Promise<CheckoutRow | null> {
  return findRecord(db, checkoutTable, { id });
}

/** Saves the page that the gateway opened; false when another request did so before. */
export async function savePage(
  db: Db,
  { id, url, payment }: { id: number; url: string; payment: string },
): Promise<boolean> {
  return (
    (await executeCount(db, 'UPDATE checkout SET url = $2, payment = $3 WHERE id = $1 AND url IS NULL', [
      id,
      url,
      payment,
    ])) > 0
  );
}

/** Deletes a checkout that the gateway has opened no page for. */
export async function deleteUnopened(db: Db, id: number): Promise<void> {
  await execute(db, 'DELETE FROM checkout WHERE id = $1 AND url IS NULL', [id]);
}

/** Whether the gateway's events have reported the payment, and it has taken effect. */
export function isPaid(db: Db, { partner_id, gateway, payment, invoice_id }: CheckoutRow): Promise<boolean> {
  if (payment === null) return Promise.resolve(false);
  if (invoice_id !== null)
    return queryExists(
      db,
      `SELECT FROM invoice_payment p JOIN invoice i ON i.id = p.invoice_id
       WHERE i.partner_id = $1 AND i.id = $2 AND p.gateway = $3 AND p.reference = $4 AND p.kind = 'payment'`,
      [partner_id, invoice_id, gateway, payment],
    );
  return queryExists(
    db,
    `SELECT FROM purchase named
     JOIN purchase p ON p.gateway = named.gateway AND p.subject = coalesce(named.part_of, named.subject)
     WHERE named.gateway = $2 AND named.subject = CASE WHEN $2 = 'generic' THEN $1 || '/' || $3 ELSE $3 END
       AND p.partner_id = $1::bigint AND p.order_id IS NOT NULL AND NOT p.is_part_paid`,
    [String(partner_id), gateway, payment],
  );
}
