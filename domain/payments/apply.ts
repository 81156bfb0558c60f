import { grantCredits, revokeCredits } from '../credits/ledger.ts';
import { creditOrder, payOrderInvoice } from '../invoices/for-order.ts';
import { findUnpaidUsageInvoice } from '../invoices/store.ts';
import type { InvoiceRow } from '../invoices/table.ts';
import type { Tx } from '../kernel/deps.ts';
import type { Invoicing } from '../kernel/invoicing.ts';
import { truncate } from '../kernel/words.ts';
import { findOrder, insertOrder } from '../orders/store.ts';
import type { OrderRow } from '../orders/table.ts';
import type { Plan } from '../rate-limits/rules.ts';
import { applyPlan, lockSubscriptionsOf } from './apply-plan.ts';
import type { PaidFact } from './facts.ts';
import { type PurchaseState, purchaseOf, type RecordedFact } from './rules.ts';
import {
  type FactRow,
  findFreeOrder,
  lockBilling,
  lockPurchase,
  lockPurchaseFacts,
  movePurchase,
  type PaymentEventOutcome,
  settleFacts,
  updatePurchase,
} from './store.ts';
import type { PurchaseRow } from './table.ts';

/**
 * Computes the state of a purchase from all its events and applies the difference to what was applied before. The
 * caller holds the lock on the purchase's row. Events, partner, account and invoice are always locked in this order.
 */
export async function applyPurchase(tx: Tx, purchase: PurchaseRow, invoicing: Invoicing): Promise<void> {
  const rows = await lockPurchaseFacts(tx.em, purchase);
  const partnerId = purchase.partner_id ?? partnerOf(rows);
  const settle = (some: readonly FactRow[], outcome: PaymentEventOutcome) =>
    settleFacts(
      tx.em,
      tx.now,
      some.map(({ id }) => id),
      { ...outcome, partnerId },
    );
  if (partnerId === null) return settle(rows, waitsFor('No event about this payment has named the partner yet.'));
  await lockSubscriptionsOf(tx, rows);
  const billing = await lockBilling(tx.em, tx.now, partnerId);
  if (!billing) return settle(rows, waitsFor(unknownPartner(partnerId)));

  const own = rows.filter((row) => row.partner_id === null || row.partner_id === partnerId);
  const order = purchase.order_id === null ? null : await findOrder(tx.em, purchase.order_id);
  const bill = order ? null : await usageInvoiceOf(tx, partnerId, own);
  const state = purchaseOf(own.map(recordedFact), order ? termsOf(order, purchase) : bill && termsOfBill(bill));
  const made = state.paid && (order ?? (await createOrMatchOrder(tx, partnerId, state.paid, bill)));

  const foreign = rows.filter((row) => !own.includes(row));
  await settle(foreign, failed('It names another partner than the payment.'));
  for (const row of own) {
    const contradiction = state.refused.get(eventKey(row));
    if (contradiction !== undefined) await settle([row], failed(contradiction));
  }
  const agreeing = own.filter((row) => !state.refused.has(eventKey(row)));
  if (state.paid && !made) {
    return settle(
      agreeing,
      failed('An order or invoice of that name is there, over something else or for another payment.'),
    );
  }
  if (!made) return settle(agreeing, waitsFor('The payment has not been reported yet.'));
  await settle(agreeing, { status: 'applied', reason: null });
  await applyDifference(tx, { ...purchase, partner_id: partnerId, order_id: made.id }, made, {
    state,
    plan: billing.plan,
    invoicing,
  });
}

/**
 * Brings the books in line with the state of the purchase. The invoice comes last, because all partners wait for its
 * number.
 */
async function applyDifference(
  tx: Tx,
  purchase: PurchaseRow,
  order: OrderRow,
  { state, plan, invoicing }: { state: PurchaseState; plan: Plan | null; invoicing: Invoicing },
): Promise<void> {
  const {
    id,
    partner_id: partnerId,
    credits_granted: granted,
    credits_revoked: revoked,
    returned_minor: returned,
  } = purchase;
  if (partnerId === null) throw new Error('A purchase is carried out for a partner.');
  const next = {
    partner_id: partnerId,
    order_id: order.id,
    credits_granted: state.credits,
    credits_revoked: state.revokedCredits,
    returned_minor: Math.max(returned, state.returnedMinor),
    revision: purchase.revision + 1,
  };
  await updatePurchase(tx.em, tx.now, id, next);
  // The plan depends on what was returned; the partner is locked before its account.
  await applyPlan(tx, partnerId, plan);
  const reference = `payment:${id}`;
  const change = `${reference}:${next.revision}`;
  if (granted === 0 && next.credits_granted > 0) {
    const reason = truncate(order.description, 255);
    await grantCredits(tx, { partnerId, kind: 'purchase', amount: next.credits_granted, reference, reason });
  }
  const more = next.credits_revoked - revoked;
  if (more > 0) {
    await revokeCredits(tx, { partnerId, amount: more, reference: change, reason: 'Payment refunded or disputed' });
  } else if (more < 0) {
    const reason = 'Payment no longer disputed';
    await grantCredits(tx, { partnerId, kind: 'adjustment', amount: -more, reference: change, reason });
  }
  const details = { credits: next.credits_granted, revoked: next.credits_revoked, order_id: order.id };
  tx.audit({ type: 'purchase', id, partnerId, details });
  await payOrderInvoice(tx, tx.now, order, invoicing);
  const amountMinor = next.returned_minor - returned;
  if (amountMinor > 0) await creditOrder(tx, tx.now, { order, amountMinor, reference: change, reason: 'Refund' });
}

/**
 * The order of a payment: a new one, or the one that the billing system reported under that reference. Null when that
 * order is for something else. A payment for metered use references the invoice that it pays, and the order points to
 * that invoice.
 */
async function createOrMatchOrder(
  tx: Tx,
  partnerId: number,
  paid: PaidFact,
  bill: InvoiceRow | null,
): Promise<OrderRow | null> {
  const made = await insertOrder(tx.em, tx.now, {
    partner_id: partnerId,
    billing_type: paid.billingType,
    amount_minor: paid.amountMinor,
    currency: paid.currency,
    tax_included: true,
    description: paid.description,
    reference: paid.reference,
    invoice_id: bill?.id ?? null,
  });
  if (made) {
    tx.audit({ type: 'order', id: made.id, partnerId });
    return made;
  }
  const known = await findFreeOrder(tx.em, partnerId, paid.reference);
  const isSame =
    known?.amount_minor === paid.amountMinor &&
    known.currency === paid.currency &&
    known.billing_type === paid.billingType;
  return isSame ? known : null;
}

/** The invoice over metered use that a payment references; null without a reference. */
async function usageInvoiceOf(tx: Tx, partnerId: number, rows: readonly FactRow[]): Promise<InvoiceRow | null> {
  for (const { fact } of rows) {
    if (fact.kind !== 'paid' || fact.billingType !== 'marketplace_usage') continue;
    return findUnpaidUsageInvoice(tx.em, partnerId, fact.reference);
  }
  return null;
}

function termsOfBill({ total_minor, currency, billing_type }: InvoiceRow) {
  return { amountMinor: total_minor, currency, billingType: billing_type, credits: 0 };
}

function termsOf({ amount_minor, currency, billing_type }: OrderRow, { credits_granted }: PurchaseRow) {
  return { amountMinor: amount_minor, currency, billingType: billing_type, credits: credits_granted };
}

/** The partner in the earliest event that has one. */
function partnerOf(rows: readonly FactRow[]): number | null {
  const naming = rows.filter((row) => row.partner_id !== null);
  const [first] = naming.sort(
    (a, b) => a.occurred_at.getTime() - b.occurred_at.getTime() || (eventKey(a) < eventKey(b) ? -1 : 1),
  );
  return first?.partner_id ?? null;
}

function recordedFact(row: FactRow): RecordedFact {
  return { eventId: eventKey(row), occurredAt: row.occurred_at, fact: row.fact };
}

function eventKey({ gateway, event_id }: FactRow): string {
  return `${gateway}:${event_id}`;
}

function waitsFor(reason: string): PaymentEventOutcome {
  return { status: 'stored', reason };
}

function failed(reason: string): PaymentEventOutcome {
  return { status: 'failed', reason };
}

function unknownPartner(partnerId: number): string {
  return `There is no partner ${partnerId} yet.`;
}

type Name = Pick<PurchaseRow, 'gateway' | 'subject'>;

/** Locks the purchase that a subject belongs to. A payment for a bill belongs to the bill's purchase. */
export async function lockPurchaseOf(tx: Tx, name: Name): Promise<PurchaseRow> {
  const named = await lockPurchase(tx.em, tx.now, name);
  return named.part_of === null
    ? named
    : lockPurchase(tx.em, tx.now, { gateway: name.gateway, subject: named.part_of });
}

/**
 * Links a payment to the bill that it was made for: earlier and later events of the payment then count for the bill's
 * purchase. The payment is locked before the bill, as everywhere. Returns the event's outcome where the link is not
 * possible.
 */
export async function linkPayment(tx: Tx, bill: Name, payment: string): Promise<PaymentEventOutcome | null> {
  const part = await lockPurchase(tx.em, tx.now, { gateway: bill.gateway, subject: payment });
  if (part.part_of === bill.subject) return null;
  if (part.part_of !== null) return { status: 'failed', reason: 'The payment was made for another bill, too.' };
  if (part.order_id !== null || payment === bill.subject) {
    return { status: 'ignored', reason: 'Another event has told what this payment was for.' };
  }
  await movePurchase(tx.em, tx.now, part, bill.subject);
  return null;
}
