import type { Tx } from '../kernel/deps.ts';
import type { Invoicing } from '../kernel/invoicing.ts';
import type { OrderRow } from '../orders/table.ts';
import { issueCreditNote } from './credit-notes.ts';
import { findCreditNote, sumCredits } from './credit-store.ts';
import { insertDrafts, issueDrafts } from './draft-store.ts';
import { type OrderTax, orderLine, taxedLines, totalsOf } from './lines.ts';
import { insertMovements, selectRecordedSums } from './payment-store.ts';
import { missingMovements, type ReportedMovements } from './payments.ts';
import { type Billing, creditOfRefund, dueOf, type InvoiceDraft, taxSituation } from './rules.ts';
import { findBilling, lockInvoice, lockOrder, savePayment } from './store.ts';
import type { CreditNoteRow, InvoiceRow } from './table.ts';
import { taxOf } from './tax.ts';

/** What was paid of an order in all, tax included, minor units. */
export interface OrderPayment extends ReportedMovements {
  paidMinor: number;
  /** Of what was paid over the total: given back. */
  excessReturnedMinor: number;
  /** Tax that the gateway has charged; empty: the rules decide. */
  taxes?: readonly OrderTax[];
}

/** An order and its invoice, if it has one that is not voided; the caller has locked their rows. */
export interface LockedOrder extends OrderRow {
  invoice: InvoiceRow | null;
}

/** Locks an order and its invoice. */
export async function lockOrderToPay(tx: Tx, { id }: Pick<OrderRow, 'id'>): Promise<LockedOrder> {
  const order = await lockOrder(tx.em, id);
  const invoice = order.invoice_id === null ? null : await lockInvoice(tx.em, order.invoice_id);
  return { ...order, invoice: invoice?.status === 'void' ? null : invoice };
}

function locked(tx: Tx, order: Pick<OrderRow, 'id'> | LockedOrder): Promise<LockedOrder> {
  return 'invoice' in order ? Promise.resolve(order) : lockOrderToPay(tx, order);
}

/**
 * Handles the payments of an order: creates and issues its invoice unless it has one that is not voided, and sets what
 * was paid of it; without an amount, all of it. The invoice is paid when nothing is due. A repeat changes nothing.
 */
export async function payOrderInvoice(
  tx: Tx,
  now: Date,
  given: Pick<OrderRow, 'id'> | LockedOrder,
  invoicing: Invoicing,
  payment?: OrderPayment,
): Promise<InvoiceRow> {
  const order = await locked(tx, given);
  const { invoice: valid } = order;
  if (valid && isBooked(valid, payment)) {
    if (payment) await recordMovements(tx, now, valid, payment);
    return valid;
  }
  const { id: invoiceId, total_minor } =
    valid ?? (await issueFor(tx, now, order, { invoicing, taxes: payment?.taxes ?? [] }));
  const due = payment ?? wholly(total_minor, now);
  const paid = await savePayment(tx.em, now, invoiceId, due);
  if (!paid) throw new Error(`Invoice ${invoiceId} could not be paid.`);
  await recordMovements(tx, now, paid, due);
  tx.audit({
    type: 'invoice',
    id: invoiceId,
    partnerId: order.partner_id,
    details: { number: paid.number, paid: paid.status === 'paid', paid_minor: paid.paid_minor },
  });
  return paid;
}

function wholly(totalMinor: number, now: Date): OrderPayment {
  const payment = { kind: 'payment', reference: null, amountMinor: totalMinor, at: now } as const;
  return { paidMinor: totalMinor, excessReturnedMinor: 0, gateway: null, movements: [payment], correctedAt: now };
}

/** Records what of the reported movements has not been recorded yet. The invoice's row is locked. */
async function recordMovements(tx: Tx, now: Date, invoice: InvoiceRow, reported: ReportedMovements): Promise<void> {
  const movements = missingMovements(reported, await selectRecordedSums(tx.em, invoice.id));
  await insertMovements(tx.em, now, invoice, { gateway: reported.gateway, movements });
}

function isBooked(invoice: InvoiceRow, payment: OrderPayment | undefined): boolean {
  if (payment === undefined) return invoice.status === 'paid';
  return (
    invoice.paid_minor === payment.paidMinor &&
    invoice.excess_returned_minor === payment.excessReturnedMinor &&
    (invoice.status === 'paid' || dueOf(invoice) > 0)
  );
}

/** What an order costs, tax included, minor units. */
export interface OrderPrice {
  /** The total of its invoice, or what that will be. */
  totalMinor: number;
  /** What administrators have credited of it, which is not to be paid. */
  creditedMinor: number;
}

/** What is to be paid for an order. */
export async function amountToPay(tx: Tx, order: LockedOrder, invoicing: Invoicing): Promise<OrderPrice> {
  const { invoice } = order;
  if (invoice) {
    const { granted } = await sumCredits(tx.em, invoice.id);
    return { totalMinor: invoice.total_minor, creditedMinor: granted };
  }
  const billing = await findBilling(tx.em, order.partner_id);
  const { lines, currency } = draftOf(order, { billing, invoicing, jobId: null });
  return { totalMinor: totalsOf(lines, currency).total_minor, creditedMinor: 0 };
}

async function issueFor(
  tx: Tx,
  now: Date,
  order: OrderRow,
  { invoicing, taxes }: { invoicing: Invoicing; taxes: readonly OrderTax[] },
): Promise<InvoiceRow> {
  const billing = await findBilling(tx.em, order.partner_id);
  const [invoiceId] = await insertDrafts(tx.em, now, [draftOf(order, { billing, invoicing, jobId: null, taxes })]);
  if (invoiceId === undefined) throw new Error(`Order ${order.id} got no invoice.`);
  await issueDrafts(tx.em, now, [invoiceId]);
  const issued = await lockInvoice(tx.em, invoiceId);
  if (!issued) throw new Error(`Invoice ${invoiceId} is gone.`);
  return issued;
}

/** The draft invoice of an order; `jobId` is the job that creates it. */
export function draftOf(
  order: OrderRow,
  {
    billing,
    invoicing,
    jobId,
    taxes = [],
  }: { billing: Billing; invoicing: Invoicing; jobId: number | null; taxes?: readonly OrderTax[] },
): InvoiceDraft {
  const byRules = () => taxOf(taxSituation(billing, invoicing), { kind: order.billing_type, dimension: null });
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
    lines: taxes.length > 0 ? taxedLines(order, taxes) : [orderLine(order, byRules())],
  };
}

/** A refund of an order. */
export interface OrderRefund {
  order: Pick<OrderRow, 'id'> | LockedOrder;
  /** In the order's currency, tax included. Below zero, the refund came to nothing. */
  amountMinor: number;
  /** What was returned of the order before; unless given, as much as credit notes of refunds say. */
  returnedBeforeMinor?: number;
  /** What was paid of it before; unless given, as much as now. */
  paidBeforeMinor?: number;
  /** The refund's id at the payment gateway; a repeat counts once. */
  reference: string;
  /** For the partner. */
  reason: string;
}

/**
 * Takes back the payment of an order that was never made: an invoice that is paid is credited, and one that was paid in
 * part is open again. null when there is nothing to credit.
 */
export async function takeBackPayment(
  tx: Tx,
  now: Date,
  {
    order,
    gateway,
    reference,
    reason,
  }: Pick<OrderRefund, 'order' | 'reference' | 'reason'> & Pick<ReportedMovements, 'gateway'>,
): Promise<CreditNoteRow | null> {
  const whole = await locked(tx, order);
  const { invoice } = whole;
  if (!invoice) return null;
  const isPaid = invoice.status === 'paid';
  const paidMinor = isPaid ? invoice.paid_minor : 0;
  const excessReturnedMinor = Math.max(0, paidMinor - invoice.total_minor);
  const saved = await savePayment(tx.em, now, invoice.id, { paidMinor, excessReturnedMinor });
  if (!saved) throw new Error(`The payment of invoice ${invoice.id} could not be taken back.`);
  await recordMovements(tx, now, saved, { gateway, movements: [], correctedAt: now });
  if (!isPaid) return null;
  const paid = { ...whole, invoice: saved };
  return creditOrder(tx, now, { order: paid, amountMinor: Number.MAX_SAFE_INTEGER, reference, reason });
}

/**
 * Handles a refund of an order: creates a credit note for what it returns beyond what administrators have credited
 * already, at most for the payment. null when nothing is left to credit. Below zero, it takes back what credit notes of
 * refunds say beyond what is returned.
 */
export async function creditOrder(
  tx: Tx,
  now: Date,
  { order: given, reference, reason, ...refund }: OrderRefund,
): Promise<CreditNoteRow | null> {
  const order = await locked(tx, given);
  const { invoice } = order;
  if (!invoice) return null;
  const existing = await findCreditNote(tx.em, invoice.id, reference);
  if (existing) return existing;
  const { refunded } = await sumCredits(tx.em, invoice.id);
  const amountMinor = creditOfRefund(invoice, { refundedMinor: refunded, ...refund });
  if (amountMinor === 0) return null;
  const note = await issueCreditNote(tx, now, invoice, { origin: 'refund', reference, reason, what: { amountMinor } });
  tx.audit({ type: 'credit_note', id: note.id, partnerId: order.partner_id, details: { number: note.number } });
  return note;
}
