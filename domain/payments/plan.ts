import { PLANS, type Plan } from '../rate-limits/rules.ts';
import type { RecordedFact } from './facts.ts';
import { uniqueInOrder } from './rules.ts';

/** A fact that a plan can depend on: about a subscription, or a payment for a plan. */
export interface PlanFact extends RecordedFact {
  /** Identifies the subscription over all gateways; null for a payment without one. */
  subscription: string | null;
  /** The partner that the event names. */
  partnerId: number | null;
  /** Of a payment: all of it went back, by refunds or lost disputes. */
  isReturned: boolean;
}

/** For partners whose subscriptions have all ended. */
const PLAN_WITHOUT_SUBSCRIPTION: Plan = PLANS[0];

/**
 * The plan that a partner's subscriptions and payments give it, a pure function of the set of their events: the plan of
 * the newest subscription that has not ended, whichever of them changed last. Null when there never was one. `facts` has
 * all events of each subscription that any event gives to the partner, whatever partner the others name.
 */
export function planOf(facts: readonly PlanFact[], partnerId: number): Plan | null {
  const inOrder = uniqueInOrder(facts);
  const claims = [...subscriptionClaims(inOrder, partnerId), ...paymentClaims(inOrder)];
  if (claims.length === 0) return null;
  const alive = claims.filter((claim) => claim.plan !== null).sort(byAge);
  return alive.at(-1)?.plan ?? PLAN_WITHOUT_SUBSCRIPTION;
}

/** Whether a subscription of the partner's has not ended. */
export function isSubscribed(facts: readonly PlanFact[], partnerId: number): boolean {
  return subscriptionClaims(uniqueInOrder(facts), partnerId).some(({ plan }) => plan !== null);
}

/** The plan that a subscription or a payment without one grants; null when it has ended. */
interface Claim {
  id: string;
  /** Milliseconds. */
  since: number;
  plan: Plan | null;
}

function byAge(one: Claim, other: Claim): number {
  return one.since - other.since || (one.id < other.id ? -1 : 1);
}

function subscriptionClaims(facts: readonly PlanFact[], partnerId: number): Claim[] {
  const bySubscription = Map.groupBy(
    facts.filter((one) => one.subscription !== null),
    ({ subscription }) => subscription ?? '',
  );
  return [...bySubscription].map(([id, events]) => ({
    id,
    since: Math.min(...events.map(sinceOf)),
    plan: ownerOf(events) === partnerId ? planOfSubscription(events) : null,
  }));
}

/** When the subscription was made, as far as this event shows. */
function sinceOf({ fact, occurredAt }: PlanFact): number {
  const since = fact.kind === 'subscribed' ? Date.parse(fact.since ?? '') : Number.NaN;
  return Number.isNaN(since) ? occurredAt.getTime() : since;
}

/** A subscription can be given to another partner: the last of its own events that names one decides. */
function ownerOf(events: readonly PlanFact[]): number | null {
  const naming = events.filter(({ partnerId }) => partnerId !== null);
  return (naming.filter(isOwnEvent).at(-1) ?? naming.at(-1))?.partnerId ?? null;
}

function isOwnEvent({ fact: { kind } }: PlanFact): boolean {
  return kind === 'subscribed' || kind === 'unsubscribed';
}

/**
 * Payments count until the subscription's own first event, so a late payment does not revive a cancelled one. But one
 * whose last payment went back has ended, whatever its own events say.
 */
function planOfSubscription(events: readonly PlanFact[]): Plan | null {
  const payment = events.findLast(({ fact }) => fact.kind === 'paid');
  if (payment?.isReturned) return null;
  const last = events.findLast(isOwnEvent) ?? payment;
  return last && 'plan' in last.fact ? last.fact.plan : null;
}

/** A payment without a subscription counts until the next event of one. */
function paymentClaims(facts: readonly PlanFact[]): Claim[] {
  const lastOwn = facts.findLastIndex(isOwnEvent);
  return facts.flatMap(({ eventId, occurredAt, subscription, fact, isReturned }, index): Claim[] => {
    if (subscription !== null || fact.kind !== 'paid' || fact.plan === null) return [];
    const hasEnded = isReturned || index < lastOwn;
    return [{ id: eventId, since: occurredAt.getTime(), plan: hasEnded ? null : fact.plan }];
  });
}
