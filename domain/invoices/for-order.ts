import type { Tx } from '../kernel/deps.ts';
import type { Invoicing } from '../kernel/invoicing.ts';
import type { OrderRow } from '../orders/table.ts';
import { insertCreditNote, insertDrafts, issueDrafts } from './draft-store.ts';
import { orderLine, taxOfCredit } from './lines.ts';
import { type Billing, type InvoiceDraft, taxSituation } from './rules.ts';
import { addCredited, findBilling, findCreditNote, lockInvoice, lockOrder, payInvoice } from './store.ts';
import type { CreditNoteRow, InvoiceRow } from './table.ts';
import { taxOf } from './tax.ts';

/**
 * Handles the payment of an order: creates and issues its invoice unless it has one that is not voided, and marks the
 * invoice paid in full. Does nothing when it is paid already.
 */
export async function payOrderInvoice(
  tx: Tx,
  now: Date,
  { id }: Pick<OrderRow, 'id'>,
  invoicing: Invoicing,
): Promise<InvoiceRow> {
  const order = await lockOrder(tx.em, id);
  const existing = order.invoice_id === null ? null : await lockInvoice(tx.em, order.invoice_id);
  if (existing?.status === 'paid') return existing;
  const invoiceId = existing && existing.status !== 'void' ? existing.id : await issueFor(tx, now, order, invoicing);
  const paid = await payInvoice(tx.em, now, invoiceId);
  if (!paid) throw new Error(`Invoice ${invoiceId} could not be paid.`);
  tx.audit({
    type: 'invoice',
    id: invoiceId,
    partnerId: order.partner_id,
    details: { number: paid.number, paid: true },
  });
  return paid;
}

async function issueFor(tx: Tx, now: Date, order: OrderRow, invoicing: Invoicing): Promise<number> {
  const billing = await findBilling(tx.em, order.partner_id);
  const [invoiceId] = await insertDrafts(tx.em, now, [draftOf(order, { billing, invoicing, jobId: null })]);
  if (invoiceId === undefined) throw new Error(`Order ${order.id} got no invoice.`);
  await issueDrafts(tx.em, now, [invoiceId]);
  return invoiceId;
}

/** The draft invoice of an order; `jobId` is the job that creates it. */
export function draftOf(
  order: OrderRow,
  { billing, invoicing, jobId }: { billing: Billing; invoicing: Invoicing; jobId: number | null },
): InvoiceDraft {
  return {
    partner_id: order.partner_id,
    job_id: jobId,
    order_id: order.id,
    billing_type: order.billing_type,
    currency: order.currency,
    period_start: null,
    period_end: null,
    billing,
    seller: invoicing.seller,
    lines: [orderLine(order, taxOf(taxSituation(billing, invoicing), { kind: order.billing_type, dimension: null }))],
  };
}

/** A refund of an order. */
export interface OrderRefund {
  order: Pick<OrderRow, 'id'>;
  /** In the order's currency, tax included. */
  amountMinor: number;
  /** The refund's id at the payment gateway; a repeat counts once. */
  reference: string;
  /** For the partner. */
  reason: string;
}

/**
 * Handles a refund of an order: creates a credit note for it, at most for the part of the payment not yet credited.
 * null when nothing was paid, or all of it is credited already.
 */
export async function creditOrder(
  tx: Tx,
  now: Date,
  { order: { id }, amountMinor, reference, reason }: OrderRefund,
): Promise<CreditNoteRow | null> {
  const order = await lockOrder(tx.em, id);
  const invoice = order.invoice_id === null ? null : await lockInvoice(tx.em, order.invoice_id);
  if (!invoice) return null;
  const existing = await findCreditNote(tx.em, invoice.id, reference);
  if (existing) return existing;
  const amount = Math.min(amountMinor, invoice.paid_minor - invoice.credited_minor);
  if (amount <= 0) return null;
  await addCredited(tx.em, now, invoice.id, amount);
  const note = await insertCreditNote(tx.em, now, {
    invoice_id: invoice.id,
    reference,
    reason,
    amount_minor: amount,
    tax_minor: taxOfCredit(invoice, amount),
  });
  tx.audit({ type: 'credit_note', id: note.id, partnerId: order.partner_id, details: { number: note.number } });
  return note;
}
