import type { PaymentScope } from '../../infra/payments/port.ts';
import type { OrderTax } from '../invoices/lines.ts';
import type { Movement } from '../invoices/payments.ts';
import { maxTotalMinorUnits } from '../kernel/money.ts';
import { EVIDENCE, type Fact, type PaidFact } from './facts.ts';
import type { PaymentEventRow, PaymentEventStatus } from './table.ts';

/** The statuses from which an event can be retried. */
export const RETRYABLE: readonly PaymentEventStatus[] = ['stored', 'ignored', 'failed'];

/** A fact with its event. */
export interface RecordedFact {
  /** The gateway's id of the event; it breaks ties between equal times. */
  eventId: string;
  occurredAt: Date;
  fact: Fact;
}

/** Identifies an event over all gateways. */
export function eventIdOf({ gateway, event_id }: Pick<PaymentEventRow, 'gateway' | 'event_id'>): string {
  return `${gateway}:${event_id}`;
}

/** The fact of an event's row. */
export function recordedFact(
  row: Pick<PaymentEventRow, 'gateway' | 'event_id'> & { occurred_at: Date; fact: Fact },
): RecordedFact {
  return { eventId: eventIdOf(row), occurredAt: row.occurred_at, fact: row.fact };
}

/** The state of a payment, independent of the order in which its events arrived; amounts in minor units. */
export interface PurchaseState {
  /** What was bought. Null until the payment itself was reported; nothing can be applied before that. */
  paid: PaidFact | null;
  /** What is to be paid, tax included. */
  totalMinor: number;
  /** What was paid of it in all; what went back is subtracted while the order is not paid in full. */
  paidMinor: number;
  isComplete: boolean;
  /** Credits of the order once it is paid in full; null where no event names their number. */
  credits: number | null;
  /** Credits to take back: refunded, or frozen while the payment is disputed. */
  revokedCredits: number;
  /** Money of the order returned for good by refunds and lost disputes. */
  returnedMinor: number;
  /** Returned of what was paid over the total. */
  returnedExcessMinor: number;
  /** Tax that the gateway has charged within the whole amount; empty where it reports none. */
  taxes: readonly OrderTax[];
  /** What was received and given back, as `paidMinor` and what was returned have it. */
  movements: readonly Movement[];
  /** When the last refund failed, else when the last event occurred. */
  correctedAt: Date;
  /** Events that contradict the payment, each with the contradiction. */
  refused: ReadonlyMap<string, string>;
}

/** The terms that all events of one payment must agree on. */
export interface Terms extends Pick<PaidFact, 'amountMinor' | 'currency' | 'billingType' | 'credits'> {
  /**
   * The order or invoice was there before its payments, so they may be of any amount. Else the payment made the order,
   * and an event of another amount contradicts it.
   */
  isReported?: boolean;
  /** What administrators have credited of the invoice, minor units: so much less completes the payment. */
  creditedMinor?: number;
}

type Payment = RecordedFact & { fact: PaidFact };

/**
 * The state of a payment, a pure function of the set of its events: their order and repeats make no difference. `known`
 * is the order that is paid for; later events cannot change it, since it and its invoice exist.
 */
export function purchaseOf(recorded: readonly RecordedFact[], known: Terms | null): PurchaseState {
  const inOrder = uniqueInOrder(recorded);
  const payments = inOrder.flatMap((one): Payment[] => (one.fact.kind === 'paid' ? [{ ...one, fact: one.fact }] : []));
  const paid = purposeOf(payments, known);
  if (paid === null) {
    const refused = new Map(payments.map(({ eventId }) => [eventId, ANOTHER_PAYMENT] as const));
    return { ...NOTHING, refused };
  }
  const { amounts, refused } = amountsOf(payments, paid, known);
  const whole = payments.find(
    ({ eventId, fact }) =>
      !refused.has(eventId) && fact.taxes && fact.amountMinor === [...amounts.values()][0]?.amountMinor,
  );
  const payIns = [...amounts.values()];
  const totalMinor = known?.amountMinor ?? payIns[0]?.amountMinor ?? paid.amountMinor;
  const received = sumOf(payIns);
  const facts = inOrder.filter(({ eventId, fact }) => {
    const isForeign = (fact.kind === 'refunded' || fact.kind === 'refund_failed') && fact.currency !== paid.currency;
    if (isForeign) refused.set(eventId, ANOTHER_CURRENCY);
    return !refused.has(eventId);
  });
  const refunds = refundsIn(facts);
  const disputes = disputesIn(facts, paid.currency, (payment) => amountOf(payments, payment) ?? received);
  const isComplete = received >= totalMinor - (known?.creditedMinor ?? 0);
  const excess = Math.max(0, received - totalMinor);
  const returned = Math.min(received, refunds.amountMinor + disputes.lost);
  const returnedExcessMinor = isComplete ? Math.min(excess, returned) : 0;
  const unnamed = Math.max(0, refunds.amountMinor - refunds.named.amountMinor);
  const frozen = Math.max(0, unnamed + disputes.open + disputes.lost - excess);
  const credits = paid.credits ?? known?.credits ?? null;
  return {
    paid,
    movements: [...payIns, ...upTo(returned, [...refunds.movements, ...disputes.movements])],
    taxes: (payIns.length === 1 && whole?.fact.taxes) || [],
    correctedAt: (inOrder.findLast(({ fact }) => fact.kind === 'refund_failed') ?? inOrder.at(-1))?.occurredAt ?? NEVER,
    totalMinor,
    paidMinor: isComplete ? received : received - returned,
    isComplete,
    credits,
    revokedCredits: isComplete
      ? revokedCredits(credits ?? 0, Math.min(totalMinor, received), refunds.named.credits, frozen)
      : 0,
    returnedMinor: isComplete ? returned - returnedExcessMinor : 0,
    returnedExcessMinor,
    refused,
  };
}

function amountOf(payments: readonly Payment[], name: string | null | undefined): number | undefined {
  return payments.find(({ fact }) => typeof name === 'string' && fact.payment === name)?.fact.amountMinor;
}

const NEVER = new Date(0);
const NOTHING = {
  paid: null,
  movements: [],
  taxes: [],
  correctedAt: NEVER,
  totalMinor: 0,
  paidMinor: 0,
  isComplete: false,
  credits: 0,
  revokedCredits: 0,
  returnedMinor: 0,
  returnedExcessMinor: 0,
};

const ANOTHER_PAYMENT =
  'It tells of the payment with other terms (amount, currency, what for) than an earlier event or the invoice.';
const BEYOND_BOOKS = 'With the other payments of the order it comes to more than the books hold.';
const ANOTHER_CURRENCY = 'It is in another currency than the payment.';

const evidenceOf = ({ evidence = 'named' }: PaidFact) => EVIDENCE.indexOf(evidence);

/** What was bought, as the strongest evidence says; among equals what is known already, then the earliest. */
function purposeOf(payments: readonly Payment[], known: Terms | null): PaidFact | null {
  const facts = payments.map(({ fact }) => fact).filter((fact) => known === null || canPay(fact, known));
  const strongest = facts.filter((fact) => evidenceOf(fact) === Math.max(...facts.map(evidenceOf)));
  const isKnown = (fact: PaidFact) => known !== null && isSame(fact, known);
  if (known === null || known.isReported)
    return strongest.find(({ credits }) => credits !== null) ?? strongest[0] ?? null;
  const weaker = facts.find(isKnown);
  if (strongest.some(isKnown)) return strongest.find(isKnown) ?? null;
  if (weaker === undefined) return null;
  return strongest.find(({ amountMinor }) => amountMinor === known.amountMinor) ?? weaker;
}

function canPay(fact: PaidFact, known: Terms): boolean {
  return fact.currency === known.currency && (!known.isReported || fact.billingType === known.billingType);
}

function isSame(one: Terms, other: Terms): boolean {
  return (
    one.amountMinor === other.amountMinor &&
    one.currency === other.currency &&
    one.billingType === other.billingType &&
    one.credits === other.credits
  );
}

const SCOPES = ['payment', 'checkout', 'bill'] as const satisfies readonly PaymentScope[];
const scopeOf = ({ scope = 'bill' }: PaidFact) => SCOPES.indexOf(scope);

/**
 * The amount of each payment, by its name. A bill reports all its payments, and a checkout its own, so only the
 * events with the widest view are added up. Refuses the events that contradict the others, and payments beyond what the
 * books hold.
 */
function amountsOf(payments: readonly Payment[], paid: PaidFact, known: Terms | null) {
  const refused = new Map<string, string>();
  const agreeing = payments.filter(({ eventId, fact }) => {
    const agrees = known?.isReported ? canPay(fact, known) : agreesOnPurpose(fact, paid);
    if (!agrees) refused.set(eventId, ANOTHER_PAYMENT);
    return agrees;
  });
  const widest = Math.max(...agreeing.map(({ fact }) => scopeOf(fact)));
  const counted = agreeing.filter(({ fact }) => scopeOf(fact) === widest);
  const amounts = new Map<string, Movement>();
  const beyond = new Set<string>();
  let received = 0;
  // What is known first, so that the others contradict it.
  for (const { fact, occurredAt: at } of [...counted.filter(({ fact }) => fact === paid), ...counted]) {
    const { amountMinor } = fact;
    const name = nameOf(fact, at, known);
    if (amounts.has(name) || beyond.has(name)) continue;
    if (received + amountMinor > maxTotalMinorUnits(paid.currency)) beyond.add(name);
    else {
      received += amountMinor;
      amounts.set(name, { kind: 'payment', reference: fact.payment ?? fact.reference, amountMinor, at });
    }
  }
  for (const { eventId, fact, occurredAt } of counted) {
    const name = nameOf(fact, occurredAt, known);
    if (beyond.has(name)) refused.set(eventId, BEYOND_BOOKS);
    else if (amounts.get(name)?.amountMinor !== fact.amountMinor) refused.set(eventId, ANOTHER_PAYMENT);
  }
  return { amounts, refused };
}

/** Weaker evidence may be wrong about what was bought. */
function agreesOnPurpose(fact: PaidFact, paid: PaidFact): boolean {
  if (fact.currency !== paid.currency) return false;
  if (evidenceOf(fact) < evidenceOf(paid) || scopeOf(fact) !== scopeOf(paid)) return true;
  return fact.billingType === paid.billingType && fact.credits === paid.credits;
}

/**
 * The name of a payment. Without one, the payments of an order that was reported differ by amount and time; where the
 * payment made the order, there is one.
 */
function nameOf({ payment, amountMinor }: PaidFact, occurredAt: Date, known: Terms | null): string {
  if (typeof payment === 'string') return payment;
  return known?.isReported ? `${amountMinor} ${occurredAt.toISOString()}` : '';
}

interface Refunds {
  amountMinor: number;
  /** Refunds that state a number of credits: the credits and the money. */
  named: { credits: number; amountMinor: number };
  movements: Movement[];
}

/**
 * Refunds reported one by one are added up. For refunds reported as totals, the largest total of each charge counts,
 * less those refunds in it that failed afterwards.
 */
function refundsIn(recorded: readonly RecordedFact[]): Refunds {
  const named = { credits: 0, amountMinor: 0 };
  const single: Movement[] = [];
  const failures = failuresIn(recorded);
  const totals = new Map<string | null, Movement>();
  for (const { fact, occurredAt: at, eventId } of recorded) {
    if (fact.kind !== 'refunded') continue;
    if (fact.isTotal) {
      const failed = failures.reduce(
        (all, one) => all + (one.charge === fact.charge && one.occurredAt >= at ? one.amountMinor : 0),
        0,
      );
      const amountMinor = fact.amountMinor - failed;
      if (amountMinor > (totals.get(fact.charge)?.amountMinor ?? 0))
        totals.set(fact.charge, { kind: 'refund', reference: fact.charge, amountMinor, at });
    } else single.push({ kind: 'refund', reference: nameInGateway(eventId), amountMinor: fact.amountMinor, at });
    if (fact.credits === null) continue;
    named.credits += fact.credits;
    named.amountMinor += fact.amountMinor;
  }
  const movements = sumOf(single) > sumOf([...totals.values()]) ? single : [...totals.values()];
  return { amountMinor: sumOf(movements), named, movements };
}

function sumOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** The first of these that come to an amount at most, minor units; of the last of them a part. */
function upTo(amountMinor: number, movements: readonly Movement[]): Movement[] {
  let rest = amountMinor;
  return movements.flatMap((movement) => {
    const part = Math.min(rest, movement.amountMinor);
    rest -= part;
    return part > 0 ? [{ ...movement, amountMinor: part }] : [];
  });
}

/** The gateway's own name of an event. */
function nameInGateway(eventId: string): string {
  return eventId.slice(eventId.indexOf(':') + 1);
}

/** Failed refunds, each once, at the first time that it was reported. */
function failuresIn(recorded: readonly RecordedFact[]) {
  const failures = new Map<string, { charge: string | null; amountMinor: number; occurredAt: Date }>();
  for (const { fact, occurredAt } of recorded) {
    if (fact.kind !== 'refund_failed' || failures.has(fact.refund)) continue;
    failures.set(fact.refund, { charge: fact.charge, amountMinor: fact.amountMinor, occurredAt });
  }
  return [...failures.values()];
}

const DISPUTE_STATES = ['disputed', 'dispute_won', 'dispute_lost'] as const;

/**
 * Money under dispute and money lost. A dispute only moves forward in DISPUTE_STATES, so money that was lost and
 * credited stays so. One in another currency is over all of the payment that it names.
 */
function disputesIn(
  recorded: readonly RecordedFact[],
  currency: string,
  shareOf: (payment: string | null | undefined) => number,
): { open: number; lost: number; movements: Movement[] } {
  const disputes = new Map<string, { amountMinor: number; state: number; at: Date }>();
  for (const { fact, occurredAt } of recorded) {
    const state = (DISPUTE_STATES as readonly string[]).indexOf(fact.kind);
    if (!('dispute' in fact)) continue;
    const amountMinor = fact.currency === currency ? fact.amountMinor : shareOf(fact.payment);
    const known = disputes.get(fact.dispute) ?? { amountMinor: 0, state, at: occurredAt };
    disputes.set(fact.dispute, {
      amountMinor: Math.max(known.amountMinor, amountMinor),
      state: Math.max(known.state, state),
      at: state > known.state ? occurredAt : known.at,
    });
  }
  const those = (name: (typeof DISPUTE_STATES)[number]) =>
    [...disputes].flatMap(([reference, { amountMinor, state, at }]): Movement[] =>
      DISPUTE_STATES[state] === name ? [{ kind: 'dispute', reference, amountMinor, at }] : [],
    );
  const movements = those('dispute_lost');
  return { open: sumOf(those('disputed')), lost: sumOf(movements), movements };
}

/** Credits are taken back in proportion to the money, rounded down, unless the refund states their number. */
function revokedCredits(credits: number, totalMinor: number, named: number, money: number): number {
  const proportional =
    totalMinor === 0 ? (money > 0 ? credits : 0) : Number((BigInt(credits) * BigInt(money)) / BigInt(totalMinor));
  return Math.min(credits, named + proportional);
}

/** Of two facts at the same moment, the one later in this list wins. */
const PRECEDENCE: readonly Fact['kind'][] = [
  'paid',
  'linked',
  'refunded',
  'refund_failed',
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
