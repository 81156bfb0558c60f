import type { EntityManager } from 'typeorm';
import { findInvoiceToPay, lockInvoice } from '../invoices/store.ts';
import type { InvoiceRow } from '../invoices/table.ts';
import type { Tx } from '../kernel/deps.ts';
import { truncate } from '../kernel/words.ts';
import { insertOrder } from '../orders/store.ts';
import type { OrderRow } from '../orders/table.ts';
import type { PaidFact } from './facts.ts';
import { findOrderToPay } from './store.ts';
import type { PurchaseRow } from './table.ts';

/** The order that a purchase pays. */
export type OrderToPay =
  /** It, or the invoice that it stands for, was there before the payment. */
  | { order: OrderRow; isReported: true }
  /** The payment makes it, under this reference, unless that is taken: a sentence for administrators. */
  | { order: null; isReported: false; reference: string; taken?: string };

const TAKEN = 'An order or invoice of that name is there, over something else or for another payment.';
const PAID_ELSEWHERE = 'The order is paid through another gateway; what this one has taken for it is not booked.';
const REBILLED = 'The invoice was voided, and what it billed is billed again.';
const MAX_REFERENCE = 120;
const MAX_DESCRIPTION = 500;

/** An invoice by its number, as a reference of the generic gateway and of checkouts; Stripe's own ids never look like it. */
const INVOICE_NUMBER = /^INV-\d{4}-\d+$/;

/** Whether a reference names an invoice; any other names an order. */
export function isInvoiceNumber(reference: string): boolean {
  return INVOICE_NUMBER.test(reference);
}

/**
 * Finds the order that payments name by their reference; the partner's billing is locked. An invoice that bills no
 * order gets one that stands for it.
 */
export async function orderToPay(
  tx: Tx,
  { gateway, partner_id: partnerId }: Pick<PurchaseRow, 'gateway'> & { partner_id: number },
  payments: readonly PaidFact[],
): Promise<OrderToPay> {
  const [first] = payments;
  if (!first) return { order: null, isReported: false, reference: '' };
  for (const payment of payments.filter(({ reference }) => isInvoiceNumber(reference))) {
    const invoice = await findInvoiceToPay(tx.em, partnerId, payment.reference);
    if (!invoice) continue;
    if (invoice.order_reference !== null) {
      const found = await byReference(tx.em, gateway, partnerId, invoice.order_reference);
      // An order of its own would bill the same once more.
      return found.order || found.taken !== undefined ? found : { ...found, taken: PAID_ELSEWHERE };
    }
    if (payment.currency !== invoice.currency || payment.billingType !== invoice.billing_type) continue;
    // Locked, so that what this payment pays is not unbilled at the same time.
    if ((await lockInvoice(tx.em, invoice.id))?.is_rebilled)
      return { order: null, isReported: false, reference: '', taken: REBILLED };
    return { order: await orderOfBill(tx, invoice, payment), isReported: true };
  }
  if (isInvoiceNumber(first.reference)) return { order: null, isReported: false, reference: '', taken: TAKEN };
  return byReference(tx.em, gateway, partnerId, first.reference);
}

/**
 * The other gateway's purchase of the same reference is another one, so its order is, too; but an order that a billing
 * system reported is one for all.
 */
async function byReference(
  em: EntityManager,
  gateway: PurchaseRow['gateway'],
  partnerId: number,
  reference: string,
): Promise<OrderToPay> {
  for (const one of [reference, `${gateway}:${reference}`.slice(0, MAX_REFERENCE)]) {
    const found = await findOrderToPay(em, partnerId, one);
    if (!found) return { order: null, isReported: false, reference: one };
    const { paid_by, was_reported, ...order } = found;
    if (paid_by === null) return { order, isReported: true };
    if (paid_by === gateway) break;
    if (was_reported) return { order: null, isReported: false, reference, taken: PAID_ELSEWHERE };
  }
  return { order: null, isReported: false, reference, taken: TAKEN };
}

function orderOfBill(tx: Tx, invoice: InvoiceRow, { reference, description }: PaidFact): Promise<OrderRow> {
  return insert(tx, {
    partner_id: invoice.partner_id,
    billing_type: invoice.billing_type,
    amount_minor: invoice.total_minor,
    currency: invoice.currency,
    tax_included: true,
    description: truncate(description, MAX_DESCRIPTION),
    reference,
    invoice_id: invoice.id,
  });
}

/** Creates the order that a payment makes: its amount is what was paid, tax included, minor units. */
export function createOrderFor(
  tx: Tx,
  partnerId: number,
  { paid, reference, totalMinor }: { paid: PaidFact; reference: string; totalMinor: number },
): Promise<OrderRow> {
  return insert(tx, {
    partner_id: partnerId,
    billing_type: paid.billingType,
    amount_minor: totalMinor,
    currency: paid.currency,
    tax_included: true,
    description: truncate(paid.description, MAX_DESCRIPTION),
    reference,
  });
}

async function insert(tx: Tx, order: Parameters<typeof insertOrder>[2]): Promise<OrderRow> {
  const made = await insertOrder(tx.em, tx.now, order);
  // It was reported just now; the next attempt finds it.
  if (!made) throw new ChangedMeanwhile();
  tx.audit({ type: 'order', id: made.id, partnerId: order.partner_id });
  return made;
}

/** Another transaction has changed what this one is about; it can be tried again. */
export class ChangedMeanwhile extends Error {}
