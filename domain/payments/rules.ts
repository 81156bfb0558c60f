import type { PaymentScope } from '../../infra/payments/port.ts';
import type { OrderTax } from '../invoices/lines.ts';
import type { Movement } from '../invoices/payments.ts';
import { maxTotalMinorUnits } from '../kernel/money.ts';
import { EVIDENCE, type Fact, type PaidFact, priceOf, type RecordedFact } from './facts.ts';
import { returnsOf, revokedCredits, sumOf } from './returns.ts';
import type { PaymentEventRow, PaymentEventStatus } from './table.ts';

/** The statuses from which an event can be retried. */
export const RETRYABLE: readonly PaymentEventStatus[] = ['stored', 'ignored', 'failed'];

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
  /** Sentences about the other events, for administrators. */
  notes: ReadonlyMap<string, string>;
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
  const { payIns, count, priceMinor, refused } = amountsOf(payments, paid, known);
  const totalMinor = known?.amountMinor ?? priceMinor;
  const received = sumOf(payIns);
  const facts = inOrder.filter(({ eventId, fact }) => {
    const isForeign = (fact.kind === 'refunded' || fact.kind === 'refund_failed') && fact.currency !== paid.currency;
    if (isForeign) refused.set(eventId, ANOTHER_CURRENCY);
    return !refused.has(eventId);
  });
  const taxed = payments.find(
    ({ eventId, fact }) => !refused.has(eventId) && fact.taxes && priceOf(fact) === priceMinor,
  );
  const isComplete = received >= totalMinor - (known?.creditedMinor ?? 0);
  const credits = paid.credits ?? known?.credits ?? null;
  const returns = returnsOf(facts, {
    currency: paid.currency,
    amountMinor: received,
    credits,
    shares: sharesIn(facts, paid.currency),
  });
  const excess = Math.max(0, received - totalMinor);
  const returnedExcessMinor = isComplete ? Math.min(excess, returns.returnedMinor) : 0;
  const frozen = Math.max(0, returns.unnamedMinor - excess);
  return {
    paid,
    movements: [...payIns, ...returns.movements],
    taxes: (count === 1 && taxed?.fact.taxes) || [],
    correctedAt: (inOrder.findLast(({ fact }) => fact.kind === 'refund_failed') ?? inOrder.at(-1))?.occurredAt ?? NEVER,
    totalMinor,
    paidMinor: isComplete ? received : received - returns.returnedMinor,
    isComplete,
    credits,
    revokedCredits: isComplete
      ? revokedCredits(credits ?? 0, Math.min(totalMinor, received), returns.namedCredits, frozen)
      : 0,
    returnedMinor: isComplete ? returns.returnedMinor - returnedExcessMinor : 0,
    returnedExcessMinor,
    refused,
    notes: returns.notes,
  };
}

/** What each payment was of the money, by the gateway's name; a bill's own name stands for all of it. */
function sharesIn(facts: readonly RecordedFact[], currency: string): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { fact } of facts) {
    if (fact.kind === 'linked' && fact.amountMinor !== undefined && fact.currency === currency)
      shares.set(fact.payment, fact.amountMinor);
    if (fact.kind !== 'paid' || fact.currency !== currency) continue;
    for (const { payment, amountMinor } of fact.parts ?? []) shares.set(payment, amountMinor);
    const isBill = scopeOf(fact) === SCOPES.indexOf('bill');
    if (typeof fact.payment === 'string' && !(isBill && fact.payment === fact.reference))
      shares.set(fact.payment, fact.amountMinor);
    if (!isBill) shares.set(fact.reference, fact.amountMinor);
  }
  return shares;
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
  notes: new Map<string, string>(),
};

const ANOTHER_PAYMENT =
  'It tells of the payment with other terms (amount, currency, what for) than an earlier event or the invoice.';
const BEYOND_BOOKS = 'With the other payments of the order it comes to more than the books hold.';
const ANOTHER_CURRENCY = 'It is in another currency than the payment.';

const evidenceOf = ({ evidence = 'named' }: PaidFact) => EVIDENCE.indexOf(evidence);

/** What was bought, as the strongest evidence says; among equals what is known already, then the earliest. A part of a bill says it of itself. */
function purposeOf(all: readonly Payment[], known: Terms | null): PaidFact | null {
  const bills = billsAmong(all.map(({ fact }) => fact));
  const payments = known === null && bills.length > 0 ? all.filter(({ fact }) => isOfBill(fact, bills)) : all;
  const facts = payments.map(({ fact }) => fact).filter((fact) => known === null || canPay(fact, known));
  const strongest = facts.filter((fact) => evidenceOf(fact) === Math.max(...facts.map(evidenceOf)));
  const isKnown = (fact: PaidFact) => known !== null && isSame(fact, known);
  if (known === null || known.isReported)
    return strongest.find(({ credits }) => credits !== null) ?? strongest[0] ?? null;
  const weaker = facts.find(isKnown);
  if (strongest.some(isKnown)) return strongest.find(isKnown) ?? null;
  if (weaker === undefined) return null;
  return strongest.find((fact) => priceOf(fact) === known.amountMinor) ?? weaker;
}

function canPay(fact: PaidFact, known: Terms): boolean {
  return fact.currency === known.currency && (!known.isReported || fact.billingType === known.billingType);
}

function isSame(fact: PaidFact, known: Terms): boolean {
  return (
    priceOf(fact) === known.amountMinor &&
    fact.currency === known.currency &&
    fact.billingType === known.billingType &&
    (known.credits === null || fact.credits === known.credits)
  );
}

const SCOPES = ['payment', 'checkout', 'bill'] as const satisfies readonly PaymentScope[];
const scopeOf = ({ scope = 'bill' }: PaidFact) => SCOPES.indexOf(scope);

/** The payments in the order of their views, the widest first, and else as they are. */
export function widestFirst(payments: readonly PaidFact[]): PaidFact[] {
  return [...payments].sort((a, b) => scopeOf(b) - scopeOf(a));
}

/** Those that report a bill as a whole, whatever was paid of it. */
export function billsAmong(payments: readonly PaidFact[]): PaidFact[] {
  return payments.filter((fact) => scopeOf(fact) === SCOPES.indexOf('bill'));
}

/** Whether something is over what one of these bills comes to; a part of a bill is over less. */
export function isOfBill(
  one: Pick<PaidFact, 'amountMinor' | 'totalMinor' | 'currency'>,
  bills: readonly PaidFact[],
): boolean {
  return bills.some((bill) => priceOf(bill) === priceOf(one) && bill.currency === one.currency);
}

/** The events of each view of the payments, the widest first. */
function byScope(payments: readonly Payment[]): Payment[][] {
  const views = SCOPES.map((_, scope) => payments.filter(({ fact }) => scopeOf(fact) === scope));
  return views.toReversed().filter((view) => view.length > 0);
}

/**
 * Whether a narrower view knows more money than a wider one. A bill may report what had been paid of it until then: what is known beyond
 * that was paid, too.
 */
function isAhead(narrow: readonly Payment[], wide: readonly Payment[]): boolean {
  const isPart = wide.some(({ fact }) => fact.amountMinor < priceOf(fact));
  return isPart && receivedIn(narrow) > receivedIn(wide);
}

/** What came by these events, each payment with the last report of it. */
function receivedIn(payments: readonly Payment[]): number {
  const byName = Map.groupBy(payments, ({ fact, occurredAt }) => fact.payment ?? occurredAt.getTime());
  const amounts = [...byName.values()].map((reports) => Math.max(...reports.map(({ fact }) => fact.amountMinor)));
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/**
 * What each payment has brought, by its name, and what the first of them is of. A bill reports all its payments, and a
 * checkout its own, so only the events with the widest view that knows all are added up. Events of one name and total report what has
 * been paid so far. Refuses the events that contradict the others, and payments beyond what the books hold.
 */
function amountsOf(payments: readonly Payment[], paid: PaidFact, known: Terms | null) {
  const refused = new Map<string, string>();
  const agreeing = payments.filter(({ eventId, fact }) => {
    const agrees = known?.isReported ? canPay(fact, known) : agreesOnPurpose(fact, paid);
    if (!agrees) refused.set(eventId, ANOTHER_PAYMENT);
    return agrees;
  });
  // What is known first, so that the others contradict it.
  const knownFirst = [...agreeing.filter(({ fact }) => fact === paid), ...agreeing.filter(({ fact }) => fact !== paid)];
  const [widest = [], ...narrower] = byScope(knownFirst);
  const byName = Map.groupBy(
    narrower.reduce((counted, view) => (isAhead(view, counted) ? view : counted), widest),
    ({ fact, occurredAt }) => nameOf(fact, occurredAt, known),
  );
  const payIns: Movement[] = [];
  let received = 0;
  for (const reports of byName.values()) {
    const agreed = reports.filter(({ fact }) => priceOf(fact) === priceOf(reports[0]?.fact ?? paid));
    const amountMinor = Math.max(...agreed.map(({ fact }) => fact.amountMinor));
    const isBeyond = received + amountMinor > maxTotalMinorUnits(paid.currency);
    for (const report of reports) {
      if (isBeyond) refused.set(report.eventId, BEYOND_BOOKS);
      else if (!agreed.includes(report)) refused.set(report.eventId, ANOTHER_PAYMENT);
    }
    if (isBeyond) continue;
    received += amountMinor;
    payIns.push(...partsOf(agreed));
  }
  return { payIns, count: byName.size, priceMinor: priceOf(widest[0]?.fact ?? paid), refused };
}

/** What one payment has brought, part by part, as events report the sum of its parts so far. */
function partsOf(reports: readonly Payment[]): Movement[] {
  let before = 0;
  const [first, ...others] = [...reports].sort(
    (a, b) => a.fact.amountMinor - b.fact.amountMinor || a.occurredAt.getTime() - b.occurredAt.getTime(),
  );
  return [first, ...others].flatMap((report, index): Movement[] => {
    if (!report || (index > 0 && report.fact.amountMinor === before)) return [];
    const { fact, occurredAt: at } = report;
    const amountMinor = fact.amountMinor - before;
    before = fact.amountMinor;
    return [{ kind: 'payment', reference: fact.payment ?? fact.reference, amountMinor, at }];
  });
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
