import fc from 'fast-check';
import { freshId, type GatewayEvent, genericEvent, stripeEvent } from '../../sandbox/gateway/events.ts';

/**
 * Generated lives of a purchase, and what they come to by docs/payments.md, calculated in whole numbers without any code of the product.
 */

/** ISO 4217; Stripe counts alike in these. */
const DIGITS = { USD: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof DIGITS;

const OUTCOMES = ['open', 'won', 'lost', 'lost in part'] as const;

/** What happens to a purchase; amounts in minor units. */
export interface Life {
  /** A billing system has reported the order and it is invoiced; else the payment makes it. */
  by: 'reported' | 'generic' | 'stripe';
  currency: Currency;
  totalMinor: number;
  /** What an administrator credits before anything is paid; of reported orders alone. */
  creditedMinor: number;
  credits: number;
  /** Of reported orders; the others are paid at once. */
  payments: number[];
  isNamed: boolean;
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
}

const amount = (max = 4_000) => fc.oneof(fc.integer({ min: 1, max }), fc.integer({ min: 1, max: 9 }));

/** Any life. */
export const anyLife: fc.Arbitrary<Life> = fc
  .record({
    by: fc.constantFrom('reported', 'generic', 'stripe'),
    currency: fc.constantFrom(...(Object.keys(DIGITS) as Currency[])),
    totalMinor: amount(),
    creditedMinor: fc.oneof(fc.constant(0), amount()),
    credits: fc.integer({ min: 1, max: 5_000 }),
    payments: fc.array(amount(), { minLength: 1, maxLength: 4 }),
    isNamed: fc.boolean(),
    refunds: fc.array(fc.record({ amountMinor: amount(), fails: fc.boolean() }), { maxLength: 3 }),
    dispute: fc.option(
      fc.record({ amountMinor: amount(), outcome: fc.constantFrom(...OUTCOMES), lostMinor: amount() }),
    ),
  })
  .map(possible);

/** Payments that make their order are of all of it, and nobody credits it before; Stripe has no disputes that are lost in part. */
function possible({ by, totalMinor, creditedMinor, payments, dispute, ...life }: Life): Life {
  const isReported = by === 'reported';
  const outcome = dispute?.outcome === 'lost in part' && by === 'stripe' ? 'lost' : dispute?.outcome;
  return {
    ...life,
    by,
    totalMinor,
    creditedMinor: isReported && creditedMinor < totalMinor ? creditedMinor : 0,
    payments: isReported ? payments : [totalMinor],
    dispute: dispute && {
      ...dispute,
      outcome: outcome ?? dispute.outcome,
      lostMinor: outcome === 'lost' ? dispute.amountMinor : Math.min(dispute.lostMinor, dispute.amountMinor),
    },
  };
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
    return { status: 'open', paid, credited: granted, excessReturned: 0, kept: paid, credits: 0 };
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
  };
}

/** The generic gateway reports no refunds that fail, and Stripe makes none beyond what was paid. */
function refundsOf({ by, refunds, totalMinor }: Life): Life['refunds'] {
  if (by !== 'stripe') return refunds.map(({ amountMinor }) => ({ amountMinor, fails: false }));
  let left = totalMinor;
  return refunds.flatMap((refund) => {
    const amountMinor = Math.min(refund.amountMinor, left);
    if (!refund.fails) left -= amountMinor;
    return amountMinor > 0 ? [{ ...refund, amountMinor }] : [];
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
  return life.by === 'stripe'
    ? stripeEvents(life, partnerId, next)
    : genericEvents(life, { partnerId, reference }, next);
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

function stripeEvents(life: Life, partnerId: number, next: () => Date): GatewayEvent[] {
  const { totalMinor, credits, dispute } = life;
  const [intent, charge] = [freshId('pi'), freshId('ch')];
  const about = { payment_intent: intent, currency: life.currency.toLowerCase() };
  const event = (type: string, object: object) => stripeEvent(type, { ...about, ...object }, next());
  const metadata = { partner_id: String(partnerId), billing_type: 'token_pack', credits: String(credits) };
  const session = {
    id: freshId('cs_test'),
    mode: 'payment',
    payment_status: 'paid',
    amount_total: totalMinor,
    metadata,
  };
  const events = [event('checkout.session.completed', session)];
  let refunded = 0;
  for (const { amountMinor, fails } of refundsOf(life)) {
    events.push(event('charge.refunded', { id: charge, amount_refunded: refunded + amountMinor }));
    if (fails)
      events.push(event('refund.failed', { id: freshId('re'), charge, amount: amountMinor, status: 'failed' }));
    else refunded += amountMinor;
  }
  if (!dispute) return events;
  const disputed = { id: freshId('du'), charge, amount: dispute.amountMinor };
  events.push(event('charge.dispute.created', { ...disputed, status: 'needs_response' }));
  if (dispute.outcome !== 'open') events.push(event('charge.dispute.closed', { ...disputed, status: dispute.outcome }));
  return events;
}
