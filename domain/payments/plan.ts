import { PLANS, type Plan } from '../rate-limits/rules.ts';
import { type RecordedFact, uniqueInOrder } from './rules.ts';

/** For partners whose subscriptions have all ended. */
const PLAN_WITHOUT_SUBSCRIPTION: Plan = PLANS[0];

/**
 * The plan that a partner's subscriptions and payments give it, a pure function of the set of their events: the plan of
 * the newest subscription that has not ended. Null when there never was one.
 */
export function planOf(facts: readonly RecordedFact[]): Plan | null {
  const claims = claimsIn(uniqueInOrder(facts));
  if (claims.length === 0) return null;
  const alive = claims.filter(({ subscription, plan }, index) => {
    if (plan === null) return false;
    const later = claims.slice(index + 1);
    // A payment without a subscription counts until the first subscription event.
    return later.every((other) =>
      subscription === null ? other.subscription === null : other.subscription !== subscription,
    );
  });
  return alive.at(-1)?.plan ?? PLAN_WITHOUT_SUBSCRIPTION;
}

/** The plan that a subscription grants from an event on; null when it has ended. */
interface Claim {
  subscription: string | null;
  plan: Plan | null;
}

/** Payments for a subscription count until its own first event, so a late payment does not revive a cancelled one. */
function claimsIn(facts: readonly RecordedFact[]): Claim[] {
  const speaking = new Set(
    facts.flatMap(({ fact }) =>
      fact.kind === 'subscribed' || fact.kind === 'unsubscribed' ? [fact.subscription] : [],
    ),
  );
  return facts.flatMap(({ fact }): Claim[] => {
    if (fact.kind === 'subscribed') return [fact];
    if (fact.kind === 'unsubscribed') return [{ subscription: fact.subscription, plan: null }];
    if (fact.kind !== 'paid' || fact.plan === null) return [];
    return fact.subscription !== null && speaking.has(fact.subscription) ? [] : [fact];
  });
}
