import type { z } from 'zod';
import type { GatewayFact, PaidLine, Product, Reading } from '../port.ts';
import {
  anyEvent,
  charge,
  checkoutSession,
  dispute,
  invoice,
  invoicePayment,
  paymentIntent,
  refund,
  type StripeLine,
  stripeEvent,
  stripeMoney,
  subscription,
} from './objects.ts';
import { askedOf, taxesOfCheckout, taxesOfInvoice } from './taxes.ts';

type Metadata = Record<string, string>;
/** The content of an object; its event has the time. */
type ParsedObject =
  | { fact: GatewayFact; subject: string; names: readonly (string | null)[]; bill?: string | null; metadata: Metadata }
  | { ignored: string; failedFor?: Metadata };

const OF_NO_INTEREST = 'Events of this type have no consequences here.';
const COVERED_BY_INVOICE = 'The event of its invoice tells of this payment.';

/** Readers by event type; Stripe has some 250 types, and the others are ignored. */
const READERS = new Map<string, (object: unknown) => ParsedObject>([
  ['checkout.session.completed', reader(checkoutSession, ofCheckout)],
  ['checkout.session.async_payment_succeeded', reader(checkoutSession, ofCheckout)],
  ['payment_intent.succeeded', reader(paymentIntent, ofPaymentIntent)],
  ['invoice.paid', reader(invoice, ofInvoice)],
  ['invoice.payment_succeeded', reader(invoice, ofInvoice)],
  ['invoice.payment_failed', reader(invoice, ofFailedInvoice)],
  ['checkout.session.async_payment_failed', reader(checkoutSession, ofFailedCheckout)],
  ['invoice_payment.paid', reader(invoicePayment, ofInvoicePayment)],
  ['charge.refunded', reader(charge, ofRefundedCharge)],
  ...['refund.failed', 'refund.updated', 'charge.refund.updated'].map(
    (type) => [type, reader(refund, ofRefund)] as const,
  ),
  ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
    (what) => [`charge.dispute.${what}`, reader(dispute, ofDispute)] as const,
  ),
  ...['created', 'updated', 'deleted', 'paused', 'resumed'].map(
    (what) => [`customer.subscription.${what}`, reader(subscription, ofSubscription)] as const,
  ),
]);

/** Parses an event of Stripe. */
export function readStripeEvent(payload: string): Reading {
  const parsed: unknown = JSON.parse(payload);
  const read = READERS.get(anyEvent.safeParse(parsed).data?.type ?? '');
  if (!read) return { ignored: OF_NO_INTEREST };
  const event = stripeEvent.safeParse(parsed);
  if (!event.success) return { invalid: 'This has not the form of an event.' };
  const { created, data } = event.data;
  let said: ParsedObject;
  try {
    said = read(data.object);
  } catch (error) {
    if (error instanceof UnknownForm) return { invalid: error.message };
    throw error;
  }
  if ('ignored' in said) return ignoredOf(said);
  const { fact, subject, bill = null, metadata } = said;
  const partnerId = partnerIn(metadata);
  if (partnerId === undefined) return { invalid: 'metadata.partner_id is no number of a partner.' };
  const names = [...new Set([subject, bill, ...said.names])].filter((name) => name !== null);
  return { statement: { fact, subject, names, bill, partnerId, occurredAt: new Date(created * 1000) } };
}

/** A payment that failed without a partner in its event notifies nobody: it may be of another shop of the account. */
function ignoredOf({ ignored, failedFor }: { ignored: string; failedFor?: Metadata }): Reading {
  const partnerId = failedFor && partnerIn(failedFor);
  return partnerId ? { ignored, failedPayment: { partnerId, reference: null } } : { ignored };
}

/** An object lacks required fields of its type. */
class UnknownForm extends Error {}

/** A later version may have values whose meaning for the books nobody knows; the event fails, so that somebody looks at it. */
function requireKnown(field: string, value: string, known: readonly string[]): void {
  if (!known.includes(value)) throw unknownValue(field);
}

function unknownValue(field: string): UnknownForm {
  return new UnknownForm(`Not one of the known values: ${field}.`);
}

function reader<Schema extends z.ZodType>(schema: Schema, read: (object: z.output<Schema>) => ParsedObject) {
  return (object: unknown): ParsedObject => {
    const parsed = schema.safeParse(object);
    if (parsed.success) return read(parsed.data);
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'data.object'))];
    throw new UnknownForm(`Missing or not of the right form: ${fields.join(', ')}.`.slice(0, 300));
  };
}

/** null: no partner is named; undefined: the value is not a partner id. */
function partnerIn({ partner_id: text }: Metadata): number | null | undefined {
  if (text === undefined) return null;
  const id = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const CHECKOUT_MODES = ['payment', 'subscription', 'setup'];
/** Statuses of a checkout whose goods can be handed out; the last is one of 0, as with a coupon of 100 %. */
const SETTLED = ['paid', 'no_payment_required'];
const CHECKOUT_STATUSES = [...SETTLED, 'unpaid'];

function ofCheckout(session: z.output<typeof checkoutSession>): ParsedObject {
  const { id, metadata, mode, subscription: bought, currency, amount_total: total } = session;
  requireKnown('mode', mode, CHECKOUT_MODES);
  requireKnown('payment_status', session.payment_status, CHECKOUT_STATUSES);
  const product = productOf(session.line_items, metadata);
  if (mode === 'subscription' && bought !== null && product.price !== null) {
    if (!SETTLED.includes(session.payment_status)) return { ignored: 'The subscription has not begun.' };
    const prices = pricesOf(session.line_items);
    const fact: GatewayFact = { kind: 'subscribed', subscription: bought, product, prices, since: null };
    return { fact, subject: bought, names: [], metadata };
  }
  const bill = session.invoice;
  if (mode === 'subscription' && bought !== null && session.payment_status === 'paid') {
    const subject = bill ?? firstBillOf(bought);
    return { fact: { kind: 'linked', payment: id }, subject, names: [id, firstBillOf(bought)], bill, metadata };
  }
  if (mode !== 'payment') return { ignored: 'The events of its subscription and invoice tell of this checkout.' };
  if (!SETTLED.includes(session.payment_status)) return { ignored: 'Nothing has been paid yet.' };
  if (typeof total !== 'number') throw new UnknownForm('Missing or not of the right form: amount_total.');
  // The payment is for later.
  if (session.payment_status !== 'paid' && total > 0) return { ignored: 'Nothing has been paid yet.' };
  const subject = session.payment_intent ?? id;
  const { invoice_number: paysInvoice } = metadata;
  const money = stripeMoney(total, currency ?? '');
  const fact: GatewayFact = {
    kind: 'paid',
    reference: paysInvoice ?? subject,
    subscription: null,
    product,
    lines: linesOf(session.line_items, metadata),
    subtotal: subtotalOf(session.amount_subtotal, currency),
    payment: id,
    scope: 'checkout',
    // Refunds and disputes name the payment intent, and an invoice may have several.
    ...(paysInvoice !== undefined && { parts: [{ payment: subject, amount: money.amount }] }),
    taxes: taxesOfCheckout(session),
    ...money,
  };
  return { fact, subject, names: [id, bill], bill, metadata };
}

/** A subscription's checkout names its first invoice in newer versions alone. */
function firstBillOf(subscription: string): string {
  return `${subscription}/first`;
}

function subtotalOf(units: number | null | undefined, currency: string | null | undefined): string | null {
  return typeof units === 'number' && typeof currency === 'string' ? stripeMoney(units, currency).amount : null;
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
  const fact: GatewayFact = {
    kind: 'paid',
    reference: id,
    subscription: null,
    product: productOf([], metadata),
    lines: linesOf([], metadata),
    subtotal: null,
    payment: id,
    scope: 'payment',
    taxes: [],
    ...stripeMoney(intent.amount_received ?? intent.amount, intent.currency),
  };
  const charges = (intent.charges?.data ?? []).map((one) => one.id);
  return { fact, subject: id, names: [intent.latest_charge, ...charges], metadata };
}

/** A declined card on the payment page is none: whoever pays sees it there. */
const FAILED = 'A payment has failed.';

function ofFailedInvoice(bill: z.output<typeof invoice>): ParsedObject {
  return { ignored: FAILED, failedFor: metadataOf(bill) };
}

function ofFailedCheckout({ metadata }: z.output<typeof checkoutSession>): ParsedObject {
  return { ignored: FAILED, failedFor: metadata };
}

function metadataOf(bill: z.output<typeof invoice>): Metadata {
  const details = bill.parent?.subscription_details ?? bill.subscription_details;
  return {
    ...bill.lines.find(({ metadata: own }) => own['partner_id'])?.metadata,
    ...details?.metadata,
    ...bill.metadata,
  };
}

function ofInvoice(bill: z.output<typeof invoice>): ParsedObject {
  // An invoice of 0 is that of a trial, unless there was something to discount.
  if (bill.amount_paid === 0 && ((bill.subtotal ?? 0) <= 0 || askedOf(bill) > 0))
    return { ignored: 'Nothing was paid.' };
  const details = bill.parent?.subscription_details ?? bill.subscription_details;
  const ofSubscription = details?.subscription ?? bill.subscription;
  const metadata = metadataOf(bill);
  const product = productOf(bill.lines, metadata);
  const payments = (bill.payments?.data ?? []).flatMap(({ payment }) => [payment?.payment_intent, payment?.charge]);
  const intent = bill.payment_intent ?? bill.payments?.data[0]?.payment?.payment_intent ?? null;
  const fact: GatewayFact = {
    kind: 'paid',
    reference: bill.id,
    subscription: ofSubscription,
    product: ofSubscription === null ? product : { ...product, billingType: product.billingType ?? 'subscription' },
    lines: linesOf(bill.lines, metadata),
    subtotal: subtotalOf(bill.subtotal, bill.currency),
    payment: bill.id,
    scope: 'bill',
    ...totalOf(bill),
    ...partsOf(bill),
    taxes: taxesOfInvoice(bill),
    ...stripeMoney(bill.amount_paid, bill.currency),
  };
  const first =
    ofSubscription !== null && bill.billing_reason === 'subscription_create' ? firstBillOf(ofSubscription) : null;
  const names = [bill.charge, first, ...payments].map((name) => name ?? null);
  return { fact, subject: intent ?? bill.id, names, bill: bill.id, metadata };
}

/** What is to be paid, unless it is what was paid. */
function totalOf(bill: z.output<typeof invoice>): { total?: string } {
  const asked = askedOf(bill);
  return asked === bill.amount_paid ? {} : { total: stripeMoney(asked, bill.currency).amount };
}

/** Most payments of an invoice that are kept apart. */
const MAX_PARTS = 20;

/** The payments of an invoice that has several, each with its amount; none unless all are known. */
function partsOf({ payments, currency }: z.output<typeof invoice>): { parts?: { payment: string; amount: string }[] } {
  const all = payments?.data ?? [];
  const parts = all.flatMap(({ payment, amount_paid: units }) => {
    const name = payment?.payment_intent ?? payment?.charge;
    return name == null || typeof units !== 'number'
      ? []
      : [{ payment: name, amount: stripeMoney(units, currency).amount }];
  });
  return all.length > 1 && parts.length === all.length && all.length <= MAX_PARTS ? { parts } : {};
}

/** Refunds and disputes name the payment alone. */
function ofInvoicePayment({
  invoice: bill,
  payment,
  amount_paid: units,
  currency,
}: z.output<typeof invoicePayment>): ParsedObject {
  const paidBy = payment.payment_intent ?? payment.charge;
  if (paidBy === null) return { ignored: 'The invoice was paid outside of Stripe.' };
  const names = [payment.payment_intent, payment.charge];
  const share = typeof units === 'number' && typeof currency === 'string' ? stripeMoney(units, currency) : null;
  const fact: GatewayFact = { kind: 'linked', payment: paidBy, ...(share && { share }) };
  return { fact, subject: bill, names, bill, metadata: {} };
}

function ofRefundedCharge(of: z.output<typeof charge>): ParsedObject {
  const money = stripeMoney(of.amount_refunded, of.currency);
  return {
    fact: { kind: 'refunded', isTotal: true, charge: of.id, credits: null, ...money },
    subject: of.payment_intent ?? of.id,
    names: [of.id, of.invoice],
    bill: of.invoice,
    metadata: of.metadata,
  };
}

const REFUND_STATUSES = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'];

/** A refund that came to nothing. The others are reported as totals of their charge. */
function ofRefund({ id, status, ...of }: z.output<typeof refund>): ParsedObject {
  if (typeof status === 'string') requireKnown('status', status, REFUND_STATUSES);
  if (status !== 'failed' && status !== 'canceled') return { ignored: 'The event of its charge tells of this refund.' };
  return {
    fact: { kind: 'refund_failed', refund: id, charge: of.charge, ...stripeMoney(of.amount, of.currency) },
    subject: of.payment_intent ?? of.charge ?? id,
    names: [of.charge],
    metadata: of.metadata,
  };
}

const DISPUTE_KINDS = new Map<string, 'disputed' | 'dispute_won' | 'dispute_lost'>([
  ['needs_response', 'disputed'],
  ['under_review', 'disputed'],
  ['warning_needs_response', 'disputed'],
  ['warning_under_review', 'disputed'],
  ['appeal_needs_response', 'disputed'],
  ['appeal_under_review', 'disputed'],
  ['won', 'dispute_won'],
  ['warning_closed', 'dispute_won'],
  ['prevented', 'dispute_won'],
  // Of earlier versions; the event of the charge reports the refund.
  ['charge_refunded', 'dispute_won'],
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
  const kind = DISPUTE_KINDS.get(status);
  if (kind === undefined) throw unknownValue('status');
  return {
    fact: { kind, dispute: id, payment: payment_intent ?? of, ...stripeMoney(amount, currency) },
    subject: payment_intent ?? of ?? id,
    names: [of],
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
  if (ENDED.includes(status))
    return { fact: { kind: 'unsubscribed', subscription: id }, subject: id, names: [], metadata };
  if (!LIVE.includes(status)) throw unknownValue('status');
  const since = typeof created === 'number' ? new Date(created * 1000).toISOString() : null;
  const product = productOf(items, metadata);
  return {
    fact: { kind: 'subscribed', subscription: id, product, prices: pricesOf(items), since },
    subject: id,
    names: [],
    metadata,
  };
}

function pricesOf(all: readonly StripeLine[]): string[] {
  return all.flatMap((line) => line.price ?? line.pricing?.price_details?.price ?? []);
}

/**
 * The lines of a bill. Without them the metadata name the prices, separated by commas, and how many of a single one
 * (`quantity`).
 */
function linesOf(all: readonly StripeLine[], metadata: Metadata): PaidLine[] {
  if (all.length > 0) return all.map(lineOf);
  const prices = (metadata['price_id'] ?? metadata['price'] ?? '').split(',').map((price) => price.trim());
  const quantity = /^[1-9]\d{0,6}$/.test(metadata['quantity'] ?? '') ? Number(metadata['quantity']) : null;
  if (prices.length < 2 && quantity === null) return [];
  return prices
    .filter((price) => price !== '')
    .map((price) => ({ price, quantity: quantity ?? 1, amount: null, isProration: false }));
}

function lineOf(line: StripeLine): PaidLine {
  const of = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
  return {
    price: line.price ?? line.pricing?.price_details?.price ?? null,
    quantity: Math.max(0, line.quantity ?? 1),
    amount: line.amount ?? null,
    isProration: line.proration ?? of?.proration ?? false,
  };
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
