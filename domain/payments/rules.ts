import type { Fact, PaidFact } from './facts.ts';
import type { PaymentEventStatus } from './table.ts';

/** The statuses from which an event can be retried. */
export const RETRYABLE: readonly PaymentEventStatus[] = ['stored', 'ignored', 'failed'];

/** A fact with its event. */
export interface RecordedFact {
  /** The gateway's id of the event; it breaks ties between equal times. */
  eventId: string;
  occurredAt: Date;
  fact: Fact;
}

/** The state of a payment, independent of the order in which its events arrived. */
export interface PurchaseState {
  /** Null until the payment itself was reported; nothing can be applied before that. */
  paid: PaidFact | null;
  credits: number;
  /** Credits to take back: refunded, or frozen while the payment is disputed. */
  revokedCredits: number;
  /** Money returned for good by refunds and lost disputes, minor units. */
  returnedMinor: number;
  /** Events that contradict the payment, each with the contradiction. */
  refused: ReadonlyMap<string, string>;
}

/**
 * The state of a payment, a pure function of the set of its events: their order and repeats make no difference. `known`
 * is the payment as it was applied before; later events cannot change it, since its order and invoice exist.
 */
export function purchaseOf(recorded: readonly RecordedFact[], known: Terms | null): PurchaseState {
  const inOrder = uniqueInOrder(recorded);
  const payments = inOrder.flatMap((one) => (one.fact.kind === 'paid' ? [{ ...one, fact: one.fact }] : []));
  const paid = payments.find(({ fact }) => known === null || isSame(fact, known))?.fact ?? null;
  if (paid === null) {
    const refused = new Map(payments.map(({ eventId }) => [eventId, ANOTHER_PAYMENT] as const));
    return { paid, credits: 0, revokedCredits: 0, returnedMinor: 0, refused };
  }
  const refused = new Map<string, string>();
  const agreeing = inOrder.filter(({ eventId, fact }) => {
    const contradiction = contradictionOf(fact, paid);
    if (contradiction !== undefined) refused.set(eventId, contradiction);
    return contradiction === undefined;
  });
  const facts = agreeing.map(({ fact }) => fact);
  const refunds = refundsIn(facts);
  const disputes = disputesIn(facts);
  return {
    paid,
    credits: paid.credits,
    revokedCredits: revokedCredits(paid, refunds, disputes.open + disputes.lost),
    returnedMinor: Math.min(paid.amountMinor, refunds.amountMinor + disputes.lost),
    refused,
  };
}

/** The terms that all events of one payment must agree on. */
export type Terms = Pick<PaidFact, 'amountMinor' | 'currency' | 'billingType' | 'credits'>;

const ANOTHER_PAYMENT =
  'It tells of the payment with other terms (amount, currency, what for) than an earlier event or the invoice.';
const ANOTHER_CURRENCY = 'It is in another currency than the payment.';

function isSame(one: Terms, other: Terms): boolean {
  return (
    one.amountMinor === other.amountMinor &&
    one.currency === other.currency &&
    one.billingType === other.billingType &&
    one.credits === other.credits
  );
}

function contradictionOf(fact: Fact, paid: PaidFact): string | undefined {
  if (fact.kind === 'paid') return isSame(fact, paid) ? undefined : ANOTHER_PAYMENT;
  return 'currency' in fact && fact.currency !== paid.currency ? ANOTHER_CURRENCY : undefined;
}

interface Refunds {
  amountMinor: number;
  /** Refunds that state a number of credits: the credits and the money. */
  named: { credits: number; amountMinor: number };
}

/**
 * Refunds reported one by one are added up. For refunds reported as totals, the largest total of each charge counts.
 */
function refundsIn(facts: readonly Fact[]): Refunds {
  const named = { credits: 0, amountMinor: 0 };
  let sum = 0;
  const totals = new Map<string | null, number>();
  for (const fact of facts) {
    if (fact.kind !== 'refunded') continue;
    if (fact.isTotal) totals.set(fact.charge, Math.max(totals.get(fact.charge) ?? 0, fact.amountMinor));
    else sum += fact.amountMinor;
    if (fact.credits === null) continue;
    named.credits += fact.credits;
    named.amountMinor += fact.amountMinor;
  }
  const total = [...totals.values()].reduce((all, ofCharge) => all + ofCharge, 0);
  return { amountMinor: Math.max(sum, total), named };
}

const DISPUTE_STATES = ['disputed', 'dispute_won', 'dispute_lost'] as const;

/**
 * Money under dispute and money lost. A dispute only moves forward in DISPUTE_STATES, so money that was lost and
 * credited stays so.
 */
function disputesIn(facts: readonly Fact[]): { open: number; lost: number } {
  const disputes = new Map<string, { amountMinor: number; state: number }>();
  for (const fact of facts) {
    const state = (DISPUTE_STATES as readonly string[]).indexOf(fact.kind);
    if (!('dispute' in fact)) continue;
    const known = disputes.get(fact.dispute) ?? { amountMinor: 0, state };
    disputes.set(fact.dispute, {
      amountMinor: Math.max(known.amountMinor, fact.amountMinor),
      state: Math.max(known.state, state),
    });
  }
  const sumOf = (name: (typeof DISPUTE_STATES)[number]) =>
    [...disputes.values()].reduce(
      (sum, { amountMinor, state }) => sum + (DISPUTE_STATES[state] === name ? amountMinor : 0),
      0,
    );
  return { open: sumOf('disputed'), lost: sumOf('dispute_lost') };
}

/** Credits are taken back in proportion to the money, rounded down, unless the refund states their number. */
function revokedCredits(
  { credits, amountMinor }: PaidFact,
  { amountMinor: refunded, named }: Refunds,
  disputed: number,
): number {
  const money = Math.max(0, refunded - named.amountMinor) + disputed;
  const proportional =
    amountMinor === 0 ? (money > 0 ? credits : 0) : Number((BigInt(credits) * BigInt(money)) / BigInt(amountMinor));
  return Math.min(credits, named.credits + proportional);
}

/** Of two facts at the same moment, the one later in this list wins. */
const PRECEDENCE: readonly Fact['kind'][] = [
  'paid',
  'linked',
  'refunded',
  'disputed',
  'dispute_lost',
  'dispute_won',
  'subscribed',
  'unsubscribed',
];

/** The facts without repeats, in the order in which they occurred, whatever the order in which they arrived. */
export function uniqueInOrder<One extends RecordedFact>(facts: readonly One[]): One[] {
  const unique = [...new Map(facts.map((one) => [one.eventId, one])).values()];
  return unique.sort(
    (a, b) =>
      a.occurredAt.getTime() - b.occurredAt.getTime() ||
      PRECEDENCE.indexOf(a.fact.kind) - PRECEDENCE.indexOf(b.fact.kind) ||
      (a.eventId < b.eventId ? -1 : 1),
  );
}
