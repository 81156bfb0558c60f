import type { z } from 'zod';
import type { GatewayFact, Product, Reading } from '../port.ts';
import {
  charge,
  checkoutSession,
  dispute,
  invoice,
  invoicePayment,
  paymentIntent,
  type StripeLine,
  stripeEvent,
  stripeMoney,
  subscription,
} from './objects.ts';

type Metadata = Record<string, string>;
/** The content of an object; its event has the time. */
type ParsedObject = { fact: GatewayFact; subject: string; metadata: Metadata } | { ignored: string };

const OF_NO_INTEREST = 'Events of this type have no consequences here.';
const COVERED_BY_INVOICE = 'The event of its invoice tells of this payment.';

/** Readers by event type; Stripe has some 250 types, and the others are ignored. */
const READERS = new Map<string, (object: unknown) => ParsedObject>([
  ['checkout.session.completed', reader(checkoutSession, ofCheckout)],
  ['checkout.session.async_payment_succeeded', reader(checkoutSession, ofCheckout)],
  ['payment_intent.succeeded', reader(paymentIntent, ofPaymentIntent)],
  ['invoice.paid', reader(invoice, ofInvoice)],
  ['invoice.payment_succeeded', reader(invoice, ofInvoice)],
  ['invoice_payment.paid', reader(invoicePayment, ofInvoicePayment)],
  ['charge.refunded', reader(charge, ofRefund)],
  ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
    (what) => [`charge.dispute.${what}`, reader(dispute, ofDispute)] as const,
  ),
  ...['created', 'updated', 'deleted', 'paused', 'resumed'].map(
    (what) => [`customer.subscription.${what}`, reader(subscription, ofSubscription)] as const,
  ),
]);

/** Parses an event of Stripe. */
export function readStripeEvent(payload: string): Reading {
  const event = stripeEvent.safeParse(JSON.parse(payload));
  if (!event.success) return { invalid: 'This has not the form of an event.' };
  const { type, created, data } = event.data;
  const read = READERS.get(type);
  if (!read) return { ignored: OF_NO_INTEREST };
  let said: ParsedObject;
  try {
    said = read(data.object);
  } catch (error) {
    if (error instanceof UnknownForm) return { invalid: error.message };
    throw error;
  }
  if ('ignored' in said) return said;
  const { fact, subject, metadata } = said;
  const partnerId = partnerIn(metadata);
  if (partnerId === undefined) return { invalid: 'metadata.partner_id is no number of a partner.' };
  return { statement: { fact, subject, partnerId, occurredAt: new Date(created * 1000) } };
}

/** An object lacks required fields of its type. */
class UnknownForm extends Error {}

function reader<Schema extends z.ZodType>(schema: Schema, read: (object: z.output<Schema>) => ParsedObject) {
  return (object: unknown): ParsedObject => {
    const parsed = schema.safeParse(object);
    if (parsed.success) return read(parsed.data);
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))];
    throw new UnknownForm(`Missing or not of the right form: ${fields.join(', ')}.`.slice(0, 300));
  };
}

/** null: no partner is named; undefined: the value is not a partner id. */
function partnerIn({ partner_id: text }: Metadata): number | null | undefined {
  if (text === undefined) return null;
  const id = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function ofCheckout(session: z.output<typeof checkoutSession>): ParsedObject {
  const { metadata, mode, subscription: bought } = session;
  const product = productOf(session.line_items, metadata);
  if (mode === 'subscription' && bought !== null && product.price !== null) {
    if (session.payment_status === 'unpaid') return { ignored: 'The subscription has not begun.' };
    const prices = pricesOf(session.line_items);
    const fact: GatewayFact = { kind: 'subscribed', subscription: bought, product, prices, since: null };
    return { fact, subject: bought, metadata };
  }
  if (mode !== 'payment') return { ignored: 'The events of its subscription and invoice tell of this checkout.' };
  if (session.payment_status !== 'paid') return { ignored: 'Nothing has been paid yet.' };
  const reference = session.payment_intent ?? session.id;
  const money = stripeMoney(session.amount_total ?? 0, session.currency ?? '');
  return { fact: { kind: 'paid', reference, subscription: null, product, ...money }, subject: reference, metadata };
}

function ofPaymentIntent({
  id,
  invoice: ofInvoice,
  metadata,
  ...intent
}: z.output<typeof paymentIntent>): ParsedObject {
  if (ofInvoice !== null) return { ignored: COVERED_BY_INVOICE };
  // The payment of a checkout or an invoice, whose event names the partner.
  if (metadata['partner_id'] === undefined) return { ignored: 'It names no partner; another event does.' };
  const money = stripeMoney(intent.amount_received ?? intent.amount, intent.currency);
  const product = productOf([], metadata);
  return { fact: { kind: 'paid', reference: id, subscription: null, product, ...money }, subject: id, metadata };
}

function ofInvoice(bill: z.output<typeof invoice>): ParsedObject {
  if (bill.amount_paid === 0) return { ignored: 'Nothing was paid.' };
  const details = bill.parent?.subscription_details ?? bill.subscription_details;
  const ofSubscription = details?.subscription ?? bill.subscription;
  const metadata = {
    ...bill.lines.find(({ metadata: own }) => own['partner_id'])?.metadata,
    ...details?.metadata,
    ...bill.metadata,
  };
  const product = productOf(bill.lines, metadata);
  const intent = bill.payment_intent ?? bill.payments?.data[0]?.payment?.payment_intent ?? null;
  const fact: GatewayFact = {
    kind: 'paid',
    reference: bill.id,
    subscription: ofSubscription,
    product: ofSubscription === null ? product : { ...product, billingType: product.billingType ?? 'subscription' },
    ...stripeMoney(bill.amount_paid, bill.currency),
  };
  return { fact, subject: intent ?? bill.id, metadata };
}

/** Refunds and disputes name the payment alone. */
function ofInvoicePayment({ invoice: bill, payment }: z.output<typeof invoicePayment>): ParsedObject {
  const paidBy = payment.payment_intent ?? payment.charge;
  if (paidBy === null) return { ignored: 'The invoice was paid outside of Stripe.' };
  return { fact: { kind: 'linked', payment: paidBy }, subject: bill, metadata: {} };
}

function ofRefund({ id, payment_intent, amount_refunded, currency, metadata }: z.output<typeof charge>): ParsedObject {
  const money = stripeMoney(amount_refunded, currency);
  return {
    fact: { kind: 'refunded', isTotal: true, charge: id, credits: null, ...money },
    subject: payment_intent ?? id,
    metadata,
  };
}

const DISPUTE_KINDS = new Map<string, 'dispute_won' | 'dispute_lost'>([
  ['won', 'dispute_won'],
  ['warning_closed', 'dispute_won'],
  ['prevented', 'dispute_won'],
  ['lost', 'dispute_lost'],
]);

function ofDispute({
  id,
  charge: of,
  payment_intent,
  amount,
  currency,
  status,
  metadata,
}: z.output<typeof dispute>): ParsedObject {
  const kind = DISPUTE_KINDS.get(status) ?? 'disputed';
  return {
    fact: { kind, dispute: id, ...stripeMoney(amount, currency) },
    subject: payment_intent ?? of ?? id,
    metadata,
  };
}

/** The plan stays while a payment is past due; Stripe reports the final failure. */
const LIVE = ['active', 'trialing', 'past_due'];
const ENDED = ['canceled', 'unpaid', 'paused'];
/** The first payment has not been made, or never was; the subscription takes no part in the plan. */
const NOT_BEGUN = ['incomplete', 'incomplete_expired'];

function ofSubscription({ id, status, created, items, metadata }: z.output<typeof subscription>): ParsedObject {
  if (NOT_BEGUN.includes(status)) return { ignored: 'The subscription has not begun.' };
  if (ENDED.includes(status)) return { fact: { kind: 'unsubscribed', subscription: id }, subject: id, metadata };
  if (!LIVE.includes(status)) throw new UnknownForm('The status of the subscription is none that is known.');
  const since = typeof created === 'number' ? new Date(created * 1000).toISOString() : null;
  const product = productOf(items, metadata);
  return {
    fact: { kind: 'subscribed', subscription: id, product, prices: pricesOf(items), since },
    subject: id,
    metadata,
  };
}

function pricesOf(all: readonly StripeLine[]): string[] {
  return all.flatMap((line) => line.price ?? line.pricing?.price_details?.price ?? []);
}

/** The most expensive line decides, because an invoice for a change of plan also credits the old plan. Without lines the metadata name the price. */
function productOf(all: readonly StripeLine[], metadata: Metadata): Product {
  const [line] = [...all].sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
  return {
    price: line?.price ?? line?.pricing?.price_details?.price ?? metadata['price_id'] ?? metadata['price'] ?? null,
    quantity: Math.max(1, line?.quantity ?? 1),
    billingType: metadata['billing_type'] ?? null,
    credits: /^\d{1,12}$/.test(metadata['credits'] ?? '') ? Number(metadata['credits']) : null,
    plan: metadata['plan'] ?? null,
  };
}
