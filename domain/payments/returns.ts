import type { Movement } from '../invoices/payments.ts';
import { amountText } from '../kernel/money.ts';
import type { RecordedFact } from './facts.ts';

/** Money of a purchase that went back or may go back; minor units. */
export interface Returns {
  /** Returned for good by refunds and lost disputes, at most what was received. */
  returnedMinor: number;
  /** Of what was received: under open disputes or lost, or refunded without a number of credits. */
  unnamedMinor: number;
  /** Credits that refunds give a number of. */
  namedCredits: number;
  movements: readonly Movement[];
  /** Sentences for administrators, by event: what is left out of it, or how much it is over. */
  notes: ReadonlyMap<string, string>;
}

/** What money was received, in one currency, minor units. */
export interface Received {
  currency: string;
  amountMinor: number;
  /** Credits that were bought; null: not known. */
  credits: number | null;
  /** What each payment was of it, by the gateway's name, as far as events say. */
  shares: ReadonlyMap<string, number>;
}

/** An amount with the event that reports it. */
type Return = Movement & { eventId: string };

/** What refunds and disputes take of the money that was received. */
export function returnsOf(facts: readonly RecordedFact[], received: Received): Returns {
  const notes = new Map<string, string>();
  const refunds = refundsIn(facts, received, notes);
  const disputes = disputesIn(facts, received, notes);
  let rest = received.amountMinor;
  const kept = [...refunds.movements, ...disputes.lost].flatMap(({ eventId, ...movement }) => {
    const part = Math.min(rest, movement.amountMinor);
    noteBeyond(notes, received, eventId, movement.amountMinor - part);
    rest -= part;
    return part > 0 ? [{ ...movement, amountMinor: part }] : [];
  });
  for (const { eventId, amountMinor } of disputes.open)
    noteBeyond(notes, received, eventId, amountMinor - received.amountMinor);
  return {
    returnedMinor: sumOf(kept),
    unnamedMinor:
      Math.max(0, sumOf(refunds.movements) - refunds.namedMinor) + sumOf(disputes.open) + sumOf(disputes.lost),
    namedCredits: refunds.namedCredits,
    movements: kept,
    notes,
  };
}

/** Credits are taken back in proportion to the money, rounded down, unless the refund states their number. */
export function revokedCredits(credits: number, totalMinor: number, named: number, money: number): number {
  const proportional =
    totalMinor === 0 ? (money > 0 ? credits : 0) : Number((BigInt(credits) * BigInt(money)) / BigInt(totalMinor));
  return Math.min(credits, named + proportional);
}

function noteBeyond(notes: Map<string, string>, { currency }: Received, eventId: string, beyondMinor: number): void {
  if (beyondMinor <= 0) return;
  add(notes, eventId, `It is over more than was paid: ${amountText(beyondMinor, currency)} ${currency} are left out.`);
}

function add(notes: Map<string, string>, eventId: string, note: string): void {
  notes.set(eventId, [notes.get(eventId), note].filter(Boolean).join(' '));
}

/**
 * Refunds reported one by one are added up. For refunds reported as totals, the largest total of each charge counts,
 * less those refunds in it that failed afterwards.
 */
function refundsIn(recorded: readonly RecordedFact[], { credits }: Received, notes: Map<string, string>) {
  const named = { namedCredits: 0, namedMinor: 0 };
  const single: Return[] = [];
  const failures = failuresIn(recorded);
  const totals = new Map<string | null, Return>();
  for (const { fact, occurredAt: at, eventId } of recorded) {
    if (fact.kind !== 'refunded') continue;
    if (fact.isTotal) {
      const failed = failures.reduce(
        (all, one) => all + (one.charge === fact.charge && one.occurredAt >= at ? one.amountMinor : 0),
        0,
      );
      const amountMinor = fact.amountMinor - failed;
      if (amountMinor > (totals.get(fact.charge)?.amountMinor ?? 0))
        totals.set(fact.charge, { kind: 'refund', reference: fact.charge, amountMinor, at, eventId });
    } else
      single.push({ kind: 'refund', reference: nameInGateway(eventId), amountMinor: fact.amountMinor, at, eventId });
    if (fact.credits === null) continue;
    named.namedCredits += fact.credits;
    named.namedMinor += fact.amountMinor;
    if (credits !== null && named.namedCredits > credits)
      add(notes, eventId, 'It takes back more credits than were bought, which are all that is taken.');
  }
  const movements = sumOf(single) > sumOf([...totals.values()]) ? single : [...totals.values()];
  return { ...named, movements };
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
 * credited stays so. One in another currency is over the share of the payment that it names.
 */
function disputesIn(recorded: readonly RecordedFact[], received: Received, notes: Map<string, string>) {
  const disputes = new Map<string, { amountMinor: number; state: number; at: Date; eventId: string }>();
  for (const { fact, occurredAt, eventId } of recorded) {
    const state = (DISPUTE_STATES as readonly string[]).indexOf(fact.kind);
    if (!('dispute' in fact)) continue;
    const isForeign = fact.currency !== received.currency;
    const share = isForeign ? shareOf(received, fact.payment) : null;
    if (share) add(notes, eventId, share.note);
    const amountMinor = share?.amountMinor ?? fact.amountMinor;
    const known = disputes.get(fact.dispute);
    if (known && state < known.state) continue;
    // A part of what was disputed may be lost, so an outcome counts with its own amount.
    const isNext = known === undefined || state > known.state;
    disputes.set(fact.dispute, isNext ? { amountMinor, state, at: occurredAt, eventId } : larger(known, amountMinor));
  }
  const those = (name: (typeof DISPUTE_STATES)[number]) =>
    [...disputes].flatMap(([reference, { amountMinor, state, at, eventId }]): Return[] =>
      DISPUTE_STATES[state] === name ? [{ kind: 'dispute', reference, amountMinor, at, eventId }] : [],
    );
  return { open: those('disputed'), lost: those('dispute_lost') };
}

function larger<One extends { amountMinor: number }>(one: One, amountMinor: number): One {
  return { ...one, amountMinor: Math.max(one.amountMinor, amountMinor) };
}

/** What a payment was of the money that was received; what the others leave of it where no event says. */
function shareOf({ currency, amountMinor: all, shares }: Received, payment: string | null | undefined) {
  const money = (minorUnits: number) => `${amountText(minorUnits, currency)} ${currency}`;
  const known = typeof payment === 'string' ? shares.get(payment) : undefined;
  if (known !== undefined)
    return { amountMinor: known, note: `It is in another currency: the share of its payment counts, ${money(known)}.` };
  const others = [...shares.values()].reduce((sum, share) => sum + share, 0);
  const rest = others < all ? all - others : all;
  const note = `It is in another currency, and no event says what its payment was: it counts over ${money(rest)}.`;
  return { amountMinor: rest, note };
}

/** What movements come to, minor units. */
export function sumOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** The gateway's own name of an event. */
function nameInGateway(eventId: string): string {
  return eventId.slice(eventId.indexOf(':') + 1);
}
