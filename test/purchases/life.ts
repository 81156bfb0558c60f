import fc from 'fast-check';
import {
  freshId,
  type GatewayEvent,
  genericEvent,
  stripeEvent,
  stripeIntent,
  stripeInvoicePayment,
} from '../../sandbox/gateway/events.ts';

/**
 * Generated lives of a purchase, and what they come to by docs/payments.md, calculated in whole numbers without any code of the product.
 */

/** ISO 4217; Stripe counts alike in these. */
const DIGITS = { USD: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof DIGITS;

const OUTCOMES = ['open', 'won', 'lost', 'lost in part'] as const;

/** What happens to a purchase; amounts in minor units. */
export interface Life {
  /** A billing system has reported the order and it is invoiced; else the payment makes it, or a bill of Stripe that is paid in parts. */
  by: 'reported' | 'generic' | 'stripe' | 'bill';
  currency: Currency;
  totalMinor: number;
  /** What an administrator credits before anything is paid; of reported orders alone. */
  creditedMinor: number;
  credits: number;
  /** Of reported orders and bills; the others are paid at once. */
  payments: number[];
  isNamed: boolean;
  /** Of bills: each payment names the partner and a price itself; else the bill alone does. */
  arePurchases: readonly boolean[];
  /** Of bills: their payments are linked by events of their own; else the bill names them. */
  isLinked: boolean;
  /** Of bills: an event reports them after the first payment, too. */
  isReportedEarly: boolean;
  refunds: { amountMinor: number; fails: boolean }[];
  dispute: { amountMinor: number; outcome: (typeof OUTCOMES)[number]; lostMinor: number } | null;
}

/** What the books must say in the end; minor units. */
export interface End {
  status: 'open' | 'paid';
  paid: number;
  credited: number;
  excessReturned: number;
  /** What the rows of the invoice's payments come to. */
  kept: number;
  credits: number;
  /** What is left of other invoices of the partner. */
  others: number;
}

const amount = (max = 4_000) => fc.oneof(fc.integer({ min: 1, max }), fc.integer({ min: 1, max: 9 }));

/** Any life. */
export const anyLife: fc.Arbitrary<Life> = fc
  .record({
    by: fc.constantFrom('reported', 'generic', 'stripe', 'bill'),
    currency: fc.constantFrom(...(Object.keys(DIGITS) as Currency[])),
    totalMinor: amount(),
    creditedMinor: fc.oneof(fc.constant(0), amount()),
    credits: fc.integer({ min: 1, max: 5_000 }),
    payments: fc.array(amount(), { minLength: 1, maxLength: 4 }),
    isNamed: fc.boolean(),
    arePurchases: fc.oneof(
      fc.constant([true, true, true, true, true]),
      fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    ),
    isLinked: fc.boolean(),
    isReportedEarly: fc.boolean(),
    refunds: fc.array(fc.record({ amountMinor: amount(), fails: fc.boolean() }), { maxLength: 3 }),
    dispute: fc.option(
      fc.record({ amountMinor: amount(), outcome: fc.constantFrom(...OUTCOMES), lostMinor: amount() }),
    ),
  })
  .map(possible);

/**
 * Payments that make their order are of all of it, those of a bill of no more, and nobody credits it before; Stripe has no
 * disputes that are lost in part.
 */
function possible({ by, totalMinor, creditedMinor, payments, dispute, ...life }: Life): Life {
  const isReported = by === 'reported';
  const outcome = dispute?.outcome === 'lost in part' && isOfStripe({ by }) ? 'lost' : dispute?.outcome;
  const ofOrder = by === 'bill' ? partsOf(totalMinor, payments, life.isNamed) : [totalMinor];
  return {
    ...life,
    by,
    totalMinor,
    creditedMinor: isReported && creditedMinor < totalMinor ? creditedMinor : 0,
    payments: isReported ? payments : ofOrder,
    dispute: dispute && {
      ...dispute,
      outcome: outcome ?? dispute.outcome,
      lostMinor: outcome === 'lost' ? dispute.amountMinor : Math.min(dispute.lostMinor, dispute.amountMinor),
    },
  };
}

/** Whether Stripe reports it; else the generic gateway does. */
export function isOfStripe({ by }: Pick<Life, 'by'>): boolean {
  return by === 'stripe' || by === 'bill';
}

/** Payments of a bill until it is paid, each of half of it at most; `isWhole`: another one pays what they leave. */
function partsOf(totalMinor: number, wanted: readonly number[], isWhole: boolean): number[] {
  let left = totalMinor;
  const parts = wanted.flatMap((wantedMinor) => {
    const amountMinor = Math.min(1 + (wantedMinor % Math.ceil(totalMinor / 2)), left);
    left -= amountMinor;
    return amountMinor > 0 ? [amountMinor] : [];
  });
  return isWhole && left > 0 ? [...parts, left] : parts;
}

/** What a life comes to. */
export function endOf(life: Life): End {
  const { totalMinor: total, creditedMinor: granted, credits, dispute } = life;
  const received = sum(life.payments);
  const refunded = sum(refundsOf(life).map(({ amountMinor, fails }) => (fails ? 0 : amountMinor)));
  const lost = dispute?.outcome === 'lost' || dispute?.outcome === 'lost in part' ? dispute.lostMinor : 0;
  const open = dispute?.outcome === 'open' ? dispute.amountMinor : 0;
  const returned = Math.min(received, refunded + lost);
  if (received < total - granted) {
    const paid = received - returned;
    return { status: 'open', paid, credited: granted, excessReturned: 0, kept: paid, credits: 0, others: 0 };
  }
  const excess = Math.max(0, received - total);
  const excessReturned = Math.min(excess, returned);
  const owed = Math.max(0, Math.min(received, total) + granted - total);
  const noted = Math.max(0, Math.min(returned - excessReturned - owed, total - granted));
  const money = Math.max(0, refunded + open + lost - excess);
  const revoked = Math.min(credits, Math.floor((credits * money) / Math.min(total, received)));
  return {
    status: 'paid',
    paid: received,
    credited: granted + noted,
    excessReturned,
    kept: received - returned,
    credits: credits - revoked,
    others: 0,
  };
}

/** The generic gateway reports no refunds that fail, and Stripe makes none beyond the payment that they are of. */
function refundsOf({ by, refunds, payments }: Life): (Life['refunds'][number] & { of: number })[] {
  if (!isOfStripe({ by })) return refunds.map(({ amountMinor }) => ({ amountMinor, fails: false, of: 0 }));
  const left = [...payments];
  return refunds.flatMap((refund, index) => {
    const of = index % payments.length;
    const amountMinor = Math.min(refund.amountMinor, left[of] ?? 0);
    if (!refund.fails) left[of] = (left[of] ?? 0) - amountMinor;
    return amountMinor > 0 ? [{ ...refund, amountMinor, of }] : [];
  });
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, one) => all + one, 0);
}

/** An amount as gateways write it. */
export function decimalOf(minor: number, currency: Currency): string {
  const digits = DIGITS[currency];
  if (digits === 0) return String(minor);
  const text = String(minor).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const START = Date.parse('2031-05-01T10:00:00Z');

/** The events of a life in the order in which they occur, a minute after one another. */
export function eventsOf(life: Life, partnerId: number, reference: string): GatewayEvent[] {
  let minute = 0;
  const next = () => new Date(START + ++minute * 60_000);
  return isOfStripe(life) ? stripeEvents(life, partnerId, next) : genericEvents(life, { partnerId, reference }, next);
}

const GENERIC_ENDS = {
  won: 'payment.dispute_won',
  lost: 'payment.dispute_lost',
  'lost in part': 'payment.dispute_lost',
};

function genericEvents(
  life: Life,
  { partnerId, reference }: { partnerId: number; reference: string },
  next: () => Date,
): GatewayEvent[] {
  const { currency, credits, payments, isNamed, dispute } = life;
  const event = (type: string, minor: number, more: object = {}) =>
    genericEvent(
      type,
      { partner_id: partnerId, reference, amount: decimalOf(minor, currency), currency },
      next(),
      more,
    );
  const events = payments.map((minor, index) =>
    event('payment.succeeded', minor, { credits, ...(isNamed && { payment: `payment ${index}` }) }),
  );
  events.push(...refundsOf(life).map(({ amountMinor }) => event('payment.refunded', amountMinor)));
  if (dispute) events.push(event('payment.disputed', dispute.amountMinor));
  if (dispute && dispute.outcome !== 'open')
    events.push(
      event(GENERIC_ENDS[dispute.outcome], dispute.outcome === 'won' ? dispute.amountMinor : dispute.lostMinor),
    );
  return events;
}

type Write = (type: string, object: object) => GatewayEvent;

function stripeEvents(life: Life, partnerId: number, next: () => Date): GatewayEvent[] {
  const parts = life.payments.map((units) => ({ units, intent: freshId('pi'), charge: freshId('ch') }));
  const event: Write = (type, object) =>
    stripeEvent(type, { currency: life.currency.toLowerCase(), ...object }, next());
  const metadata = { partner_id: String(partnerId), billing_type: 'token_pack', credits: String(life.credits) };
  const paid = life.by === 'bill' ? eventsOfBill : eventsOfCheckout;
  return [...paid(life, { parts, metadata, event }), ...eventsOfReturns(life, parts, event)];
}

interface Paid {
  parts: { units: number; intent: string; charge: string }[];
  metadata: Record<string, string>;
  event: Write;
}

function eventsOfCheckout({ totalMinor }: Life, { parts, metadata, event }: Paid): GatewayEvent[] {
  const session = {
    id: freshId('cs_test'),
    payment_intent: parts[0]?.intent,
    mode: 'payment',
    payment_status: 'paid',
    amount_total: totalMinor,
    metadata,
  };
  return [event('checkout.session.completed', session)];
}

function eventsOfBill(
  { totalMinor, arePurchases, isLinked, isReportedEarly, currency }: Life,
  { parts, metadata, event }: Paid,
): GatewayEvent[] {
  const id = freshId('in');
  const price = 'credits_1000';
  const paidBy = (some: Paid['parts']) => ({
    data: some.map(({ units, intent }) => ({ amount_paid: units, payment: { payment_intent: intent } })),
  });
  const bill = (some: Paid['parts']) => {
    const amount_paid = sum(some.map(({ units }) => units));
    return event(amount_paid === totalMinor ? 'invoice.paid' : 'invoice.payment_succeeded', {
      id,
      total: totalMinor,
      amount_paid,
      amount_remaining: totalMinor - amount_paid,
      lines: { data: [{ amount: totalMinor, quantity: 1, pricing: { price_details: { price } }, metadata: {} }] },
      ...(!isLinked && { payments: paidBy(some) }),
      metadata,
    });
  };
  return parts.flatMap(({ units, intent }, index) => {
    const own = arePurchases[index] ? { partner_id: metadata['partner_id'], price_id: price } : {};
    const of = { partner_id: Number(metadata['partner_id']), intent, units, currency, price };
    const events = [event('payment_intent.succeeded', { ...stripeIntent(of), metadata: own })];
    if (isLinked) events.push(event('invoice_payment.paid', stripeInvoicePayment(id, of)));
    if (index === parts.length - 1 || (index === 0 && isReportedEarly)) events.push(bill(parts.slice(0, index + 1)));
    return events;
  });
}

function eventsOfReturns(life: Life, parts: Paid['parts'], event: Write): GatewayEvent[] {
  const events: GatewayEvent[] = [];
  const refunded = parts.map(() => 0);
  for (const { amountMinor, fails, of } of refundsOf(life)) {
    const [before, part] = [refunded[of] ?? 0, parts[of]];
    if (!part) continue;
    const { intent: payment_intent, charge } = part;
    events.push(event('charge.refunded', { id: charge, payment_intent, amount_refunded: before + amountMinor }));
    const failure = { id: freshId('re'), charge, payment_intent, amount: amountMinor, status: 'failed' };
    if (fails) events.push(event('refund.failed', failure));
    else refunded[of] = before + amountMinor;
  }
  const [{ dispute }, [first]] = [life, parts];
  if (!dispute || !first) return events;
  const { intent: payment_intent, charge } = first;
  const disputed = { id: freshId('du'), charge, payment_intent, amount: dispute.amountMinor };
  events.push(event('charge.dispute.created', { ...disputed, status: 'needs_response' }));
  if (dispute.outcome !== 'open') events.push(event('charge.dispute.closed', { ...disputed, status: dispute.outcome }));
  return events;
}
