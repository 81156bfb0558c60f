import { findRecord } from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { type OrderRow, orderTable } from './table.ts';

/** Fields of a new order. */
export type NewOrder = Omit<OrderRow, 'id' | 'invoice_id' | 'created_at'> & Partial<Pick<OrderRow, 'invoice_id'>>;

/** Inserts an order; null when the partner has one with that reference. */
export async function insertOrder(db: Db, now: Date, order: NewOrder): Promise<OrderRow | null> {
  return queryMaybeRow(
    db,
    orderTable,
    `INSERT INTO customer_order (partner_id, billing_type, amount_minor, currency, tax_included, description, reference, invoice_id, created_at)
     VALUES ($2, $3, $4, $5, $6, $7, $8, $9, $1) ON CONFLICT (partner_id, reference) DO NOTHING RETURNING *`,
    [
      now,
      order.partner_id,
      order.billing_type,
      order.amount_minor,
      order.currency,
      order.tax_included,
      order.description,
      order.reference,
      order.invoice_id ?? null,
    ],
  );
}

/** An order by number, or null. */
export function findOrder(db: Db, id: number): Promise<OrderRow | null> {
  return findRecord(db, orderTable, { id });
}

/** Locks the order that has an invoice, billed by it or standing for it; false when there is none. */
export async function lockOrderOfInvoice(db: Db, partnerId: number, invoiceId: number): Promise<boolean> {
  const found = await queryMaybeRow(
    db,
    pick(orderTable, 'id'),
    'SELECT id FROM customer_order WHERE partner_id = $1 AND invoice_id = $2 FOR NO KEY UPDATE',
    [partnerId, invoiceId],
  );
  return found !== null;
}

/** Takes the invoice from the order that it bills, which a backfill can then invoice again. */
export function releaseOrder(db: Db, partnerId: number, invoiceId: number): Promise<void> {
  return execute(db, 'UPDATE customer_order SET invoice_id = NULL WHERE partner_id = $1 AND invoice_id = $2', [
    partnerId,
    invoiceId,
  ]);
}

/** SQL that links orders to the invoices that bill them, given a table expression with `id` and `order_id`. */
export function tieOrders(invoices: string): string {
  return `UPDATE customer_order SET invoice_id = ${invoices}.id FROM ${invoices} WHERE customer_order.id = ${invoices}.order_id`;
}
