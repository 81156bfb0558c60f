import type { BillingCatalogue } from '../../infra/payments/port.ts';
import { grantCredits, revokeCredits } from '../credits/ledger.ts';
import {
  amountToPay,
  creditOrder,
  type LockedOrder,
  lockOrderToPay,
  payOrderInvoice,
  takeBackPayment,
} from '../invoices/for-order.ts';
import type { InvoiceRow } from '../invoices/table.ts';
import type { Tx } from '../kernel/deps.ts';
import type { Invoicing } from '../kernel/invoicing.ts';
import { truncate } from '../kernel/words.ts';
import { findOrder } from '../orders/store.ts';
import type { OrderRow } from '../orders/table.ts';
import type { Plan } from '../rate-limits/rules.ts';
import { applyPlan, lockSubscriptionsOf } from './apply-plan.ts';
import { creditsOfPack, type PaidFact, priceOf, type RecordedFact } from './facts.ts';
import { keepOrderOfBill, type LockedPurchase } from './identity.ts';
import { createOrderFor, orderToPay } from './order.ts';
import { failed, unknownPartner, waitsFor } from './outcomes.ts';
import {
  eventIdOf,
  type PurchaseState,
  purchaseOf,
  recordedFact,
  type Terms,
  uniqueInOrder,
  widestFirst,
} from './rules.ts';
import {
  type FactRow,
  lockBilling,
  lockPurchaseFacts,
  type PaymentEventOutcome,
  settleFacts,
  updatePartPaid,
  updatePurchase,
} from './store.ts';
import type { PurchaseRow } from './table.ts';

/** Settings of the installation that payments depend on. */
export interface Settings {
  catalogue: BillingCatalogue;
  invoicing: Invoicing;
}

/**
 * Computes the state of a purchase from all its events and applies the difference to what was applied before. What was
 * applied of those joined to it is taken back. Events, partner, account and invoice are always locked in this order.
 */
export async function applyPurchase(tx: Tx, found: LockedPurchase, { catalogue, invoicing }: Settings): Promise<void> {
  const rows = await lockPurchaseFacts(tx.em, found.purchase);
  const partnerId = found.purchase.partner_id ?? partnerOf(rows);
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

  const isOwn = (row: FactRow) => row.partner_id === null || row.partner_id === partnerId;
  const own = rows.filter(isOwn);
  const facts = own.map(recordedFact);
  const { purchase, joined } = await keepOrderOfBill(tx, found, partnerId, paidIn(facts));
  for (const twin of joined) await takeBack(tx, twin);

  const known = purchase.order_id === null ? null : await findOrder(tx.em, purchase.order_id);
  const target = known
    ? { order: known, isReported: purchase.is_reported }
    : await orderToPay(tx, { ...purchase, partner_id: partnerId }, paidIn(facts));
  const { terms, locked } = await termsOf(tx, target.order, target.isReported ? null : purchase, {
    catalogue,
    invoicing,
  });
  const state = purchaseOf(facts, terms);

  const foreign = rows.filter((row) => !isOwn(row));
  await settle(foreign, failed('It names another partner than the payment.'));
  const contradicting = own.filter((row) => state.refused.has(eventIdOf(row)));
  for (const [reason, some] of Map.groupBy(contradicting, (row) => state.refused.get(eventIdOf(row)) ?? ''))
    await settle(some, failed(reason));
  const agreeing = own.filter((row) => !state.refused.has(eventIdOf(row)));
  const { paid } = state;
  if (!paid) return settle(agreeing, waitsFor('The payment has not been reported yet.'));
  const { totalMinor } = state;
  if (target.order === null && target.taken !== undefined) return settle(agreeing, failed(target.taken));
  const order = target.order
    ? (locked ?? target.order)
    : { ...(await createOrderFor(tx, partnerId, { paid, reference: target.reference, totalMinor })), invoice: null };
  const isUnknown = state.credits === null && paid.billingType === 'token_pack';
  const reasonOf = (row: FactRow) => noteOf(row, isUnknown) ?? state.notes.get(eventIdOf(row)) ?? null;
  for (const [reason, some] of Map.groupBy(agreeing, reasonOf)) await settle(some, { status: 'applied', reason });
  const applied = { ...purchase, partner_id: partnerId, order_id: order.id, is_reported: target.isReported };
  await updatePartPaid(tx.em, tx.now, purchase.id, !state.isComplete);
  const invoice = await applyDifference(tx, applied, order, { state, plan: billing.plan, invoicing });
  const otherwiseTaxed = agreeing.filter((row) => contradictsTax(row, invoice));
  await settle(otherwiseTaxed, { status: 'applied', reason: ANOTHER_TAX });
}

const ANOTHER_TAX = 'It reports another tax than the invoice has, which was issued or decided before.';

function contradictsTax({ fact }: FactRow, { total_minor, tax_minor }: InvoiceRow): boolean {
  if (fact.kind !== 'paid' || !fact.taxes || priceOf(fact) !== total_minor) return false;
  return fact.taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0) !== tax_minor;
}

function noteOf({ fact }: FactRow, isUnknown: boolean): string | null {
  if (fact.kind !== 'paid') return null;
  return fact.note ?? (isUnknown ? 'No pack of the billing catalogue has the price of the order.' : null);
}

function paidIn(facts: readonly RecordedFact[]): PaidFact[] {
  return widestFirst(uniqueInOrder(facts).flatMap(({ fact }) => (fact.kind === 'paid' ? [fact] : [])));
}

/**
 * Takes back what was applied of a purchase that turned out to be another one: its credits, and its invoice by a credit
 * note.
 */
async function takeBack(tx: Tx, twin: PurchaseRow): Promise<void> {
  const {
    id,
    gateway,
    partner_id: partnerId,
    order_id: orderId,
    credits_granted,
    credits_revoked,
    returned_minor,
  } = twin;
  if (partnerId === null || orderId === null) return;
  const revision = twin.revision + 1;
  const reference = `payment:${id}:${revision}`;
  const reason = 'The payment was reported twice';
  const amount = credits_granted - credits_revoked;
  if (amount > 0) await revokeCredits(tx, { partnerId, amount, reference, reason });
  const note = await takeBackPayment(tx, tx.now, { order: { id: orderId }, gateway, reference, reason });
  await updatePurchase(tx.em, tx.now, id, {
    ...twin,
    credits_revoked: credits_granted,
    returned_minor: returned_minor + (note?.amount_minor ?? 0),
    revision,
  });
  tx.audit({ type: 'purchase', id, partnerId, details: { credits: 0, order_id: orderId, reason } });
}

/**
 * Brings the books in line with the state of the purchase. The invoice comes last, because all partners wait for its
 * number.
 */
async function applyDifference(
  tx: Tx,
  purchase: PurchaseRow,
  order: OrderRow | LockedOrder,
  { state, plan, invoicing }: { state: PurchaseState; plan: Plan | null; invoicing: Invoicing },
): Promise<InvoiceRow> {
  const {
    id,
    partner_id: partnerId,
    credits_granted: granted,
    credits_revoked: revoked,
    returned_minor: returned,
  } = purchase;
  if (partnerId === null) throw new Error('A purchase is carried out for a partner.');
  const credits = state.isComplete ? (state.credits ?? 0) : 0;
  const creditsGranted = Math.max(granted, credits);
  const next = {
    partner_id: partnerId,
    order_id: order.id,
    credits_granted: creditsGranted,
    credits_revoked: creditsGranted - credits + state.revokedCredits,
    returned_minor: state.returnedMinor,
    revision: purchase.revision + 1,
    is_reported: purchase.is_reported,
  };
  await updatePurchase(tx.em, tx.now, id, next);
  // The plan depends on what was returned; the partner is locked before its account.
  await applyPlan(tx, partnerId, plan);
  const reference = `payment:${id}`;
  const change = `${reference}:${next.revision}`;
  if (creditsGranted > granted) {
    await grantCredits(tx, {
      partnerId,
      kind: 'purchase',
      amount: creditsGranted - granted,
      reference: granted === 0 ? reference : change,
      reason: truncate(order.description, 255),
    });
  }
  const more = next.credits_revoked - revoked;
  if (more > 0) {
    await revokeCredits(tx, { partnerId, amount: more, reference: change, reason: 'Payment refunded or disputed' });
  } else if (more < 0) {
    const reason = 'Payment no longer refunded or disputed';
    await grantCredits(tx, { partnerId, kind: 'adjustment', amount: -more, reference: change, reason });
  }
  const details = { credits: next.credits_granted, revoked: next.credits_revoked, order_id: order.id };
  tx.audit({ type: 'purchase', id, partnerId, details });
  const { paidMinor, returnedExcessMinor: excessReturnedMinor, movements, correctedAt } = state;
  const { gateway } = purchase;
  const taxes = purchase.is_reported ? [] : state.taxes;
  const payment = { paidMinor, excessReturnedMinor, gateway, movements, correctedAt, taxes };
  const locked = 'invoice' in order ? order : await lockOrderToPay(tx, order);
  const invoice = await payOrderInvoice(tx, tx.now, locked, invoicing, payment);
  const paidBeforeMinor = locked.invoice?.paid_minor ?? 0;
  const amountMinor = next.returned_minor - returned;
  if (amountMinor === 0 && (returned === 0 || invoice.paid_minor === paidBeforeMinor)) return invoice;
  const reason = amountMinor > 0 ? 'Refund' : 'Refund that came to nothing';
  const refund = { amountMinor, returnedBeforeMinor: returned, paidBeforeMinor, reference: change, reason };
  await creditOrder(tx, tx.now, { order: { ...locked, invoice }, ...refund });
  return invoice;
}

/**
 * The terms of the order: those that its first payment made (`made` is the purchase), or as it was reported. An order that
 * can still be paid to a part is locked for good.
 */
async function termsOf(
  tx: Tx,
  order: OrderRow | null,
  made: PurchaseRow | null,
  { catalogue, invoicing }: Settings,
): Promise<{ terms: Terms | null; locked: LockedOrder | null }> {
  if (!order) return { terms: null, locked: null };
  const { amount_minor: amountMinor, currency, billing_type: billingType } = order;
  if (made && !made.is_part_paid)
    return { terms: { amountMinor, currency, billingType, credits: made.credits_granted }, locked: null };
  const locked = await lockOrderToPay(tx, order);
  const { totalMinor: gross, creditedMinor } = await amountToPay(tx, locked, invoicing);
  const reported = creditsOfPack(catalogue, amountMinor, currency) ?? creditsOfPack(catalogue, gross, currency);
  const credits = made ? null : reported;
  return {
    terms: { amountMinor: gross, creditedMinor, currency, billingType, credits, isReported: !made },
    locked,
  };
}

/** The partner in the earliest event that has one. */
function partnerOf(rows: readonly FactRow[]): number | null {
  const naming = rows.filter((row) => row.partner_id !== null);
  const [first] = naming.sort(
    (a, b) => a.occurred_at.getTime() - b.occurred_at.getTime() || (eventIdOf(a) < eventIdOf(b) ? -1 : 1),
  );
  return first?.partner_id ?? null;
}
