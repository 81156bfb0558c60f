import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PAID } from '../../test/environment/paid-fact.ts';
import type { Plan } from '../rate-limits/rules.ts';
import type { Fact } from './facts.ts';
import { type PlanFact, planOf } from './plan.ts';

const PARTNER = 1;

function planFact(fact: Fact, second: number, more: Partial<PlanFact> = {}): PlanFact {
  return {
    eventId: `evt_${second}`,
    occurredAt: new Date(second * 1000),
    fact,
    subscription: 'subscription' in fact ? fact.subscription : null,
    partnerId: PARTNER,
    isReturned: false,
    ...more,
  };
}

/** Facts that occurred one second after another. */
const recorded = (...facts: Fact[]): PlanFact[] => facts.map((fact, second) => planFact(fact, second));

const PLAN_NAMES = ['starter', 'business', 'enterprise'] as const;

/** A partner's subscriptions as time goes by: the same rules, step by step. */
interface World {
  subscriptions: Map<string, { since: number; plan: Plan | null; owner: number | null; isReturned: boolean }>;
  /** Payments without a subscription that still count. */
  payments: { at: number; plan: Plan; isReturned: boolean }[];
  hadAny: boolean;
}

type Step =
  | { kind: 'update'; name: 's' | 't' | 'u'; plan: Plan; partner: number | null }
  | { kind: 'end'; name: 's' | 't' | 'u'; partner: number | null }
  | { kind: 'pay'; name: 's' | 't' | 'u' | null; plan: Plan; isReturned: boolean };

const name = fc.constantFrom('s' as const, 't' as const, 'u' as const);
const partner = fc.constantFrom(PARTNER, PARTNER, 2, null);
const plan = fc.constantFrom(...PLAN_NAMES);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('update' as const), name, plan, partner }),
  fc.record({ kind: fc.constant('end' as const), name, partner }),
  fc.record({ kind: fc.constant('pay' as const), name: fc.option(name), plan, isReturned: fc.boolean() }),
);

function planInTheEnd(steps: readonly Step[]): Plan | null {
  const world: World = { subscriptions: new Map(), payments: [], hadAny: false };
  const speaking = new Set<string>(steps.flatMap((one) => (one.kind === 'pay' ? [] : [one.name])));
  for (const [at, one] of steps.entries()) {
    world.hadAny = true;
    if (one.kind === 'pay' && one.name === null) {
      world.payments.push({ at, plan: one.plan, isReturned: one.isReturned });
      continue;
    }
    const id = one.name ?? '';
    const before = world.subscriptions.get(id) ?? { since: at, plan: null, owner: null, isReturned: false };
    if (one.kind === 'pay') {
      const isFirstOfSilent = !speaking.has(id);
      const owner = isFirstOfSilent ? PARTNER : before.owner;
      const now = isFirstOfSilent ? one.plan : before.plan;
      world.subscriptions.set(id, { ...before, owner, plan: now, isReturned: one.isReturned });
      continue;
    }
    world.payments = [];
    const now = one.kind === 'update' ? one.plan : null;
    world.subscriptions.set(id, { ...before, plan: now, owner: one.partner ?? before.owner });
  }
  for (const [id, one] of world.subscriptions) {
    // Payments name the partner where the subscription's own events do not.
    const isPaidFor = steps.some((other) => other.kind === 'pay' && other.name === id);
    if (one.owner === null && isPaidFor) one.owner = PARTNER;
  }
  const candidates = [
    ...[...world.subscriptions.entries()]
      .filter(([, one]) => one.owner === PARTNER && one.plan !== null && !one.isReturned)
      .map(([, { since, plan: granted }]) => ({ since, granted })),
    ...world.payments.filter((one) => !one.isReturned).map((one) => ({ since: one.at, granted: one.plan })),
  ].sort((one, other) => one.since - other.since);
  return candidates.at(-1)?.granted ?? (world.hadAny ? 'starter' : null);
}

function factOf(one: Step, at: number): PlanFact {
  if (one.kind === 'update') {
    return planFact({ kind: 'subscribed', subscription: one.name, plan: one.plan }, at, { partnerId: one.partner });
  }
  if (one.kind === 'end') {
    return planFact({ kind: 'unsubscribed', subscription: one.name }, at, { partnerId: one.partner });
  }
  const paid: Fact = { ...PAID, billingType: 'subscription', credits: 0, plan: one.plan, subscription: one.name };
  return planFact(paid, at, { isReturned: one.isReturned });
}

test('in whatever order events arrive, and however often, the plan is what the world came to', () => {
  const arrivals = fc.array(step, { maxLength: 9 }).chain((steps) => {
    const facts = steps.map(factOf);
    return fc.record({
      steps: fc.constant(steps),
      arrived: fc
        .subarray(facts)
        .chain((again) => fc.shuffledSubarray([...facts, ...again], { minLength: facts.length + again.length })),
    });
  });
  fc.assert(
    fc.property(arrivals, ({ steps, arrived }) => expect(planOf(arrived, PARTNER)).toBe(planInTheEnd(steps))),
    { numRuns: 2_000 },
  );
});

describe('the plan', () => {
  const subscribed = (subscription: string, plan: 'business' | 'enterprise'): Fact => ({
    kind: 'subscribed',
    subscription,
    plan,
  });
  const unsubscribed = (subscription: string): Fact => ({ kind: 'unsubscribed', subscription });
  const payment = (subscription: string | null): Fact => ({
    ...PAID,
    billingType: 'subscription',
    credits: 0,
    plan: 'business',
    subscription,
  });

  test.each<[string, Fact[], string | null]>([
    ['of nobody who ever subscribed', [PAID], null],
    ['of a subscription', [subscribed('s', 'business')], 'business'],
    ['of a subscription that was changed', [subscribed('s', 'enterprise'), subscribed('s', 'business')], 'business'],
    ['of one that ended', [subscribed('s', 'business'), unsubscribed('s')], 'starter'],
    [
      'of one that took the place of another',
      [subscribed('s', 'business'), subscribed('t', 'enterprise'), unsubscribed('s')],
      'enterprise',
    ],
    [
      'of one that goes on when the newer one ends',
      [subscribed('s', 'business'), subscribed('t', 'enterprise'), unsubscribed('t')],
      'business',
    ],
    ['that was paid for', [payment(null)], 'business'],
    ['that was paid for, until the subscription ends', [payment(null), unsubscribed('s')], 'starter'],
    [
      'of a subscription that ended before a late payment for it',
      [subscribed('s', 'business'), unsubscribed('s'), payment('s')],
      'starter',
    ],
    ['of a subscription of which only the payment is known', [payment('s')], 'business'],
  ])('%s', (_what, facts, expected) => {
    expect(planOf(recorded(...facts), PARTNER)).toBe(expected);
  });

  test('of the subscription that was made last, whichever was changed last', () => {
    const old = { ...subscribed('s', 'enterprise'), since: '1970-01-01T00:00:00Z' } as Fact;
    const facts = recorded(subscribed('t', 'business'), subscribed('t', 'business'), old);
    expect(planOf(facts, PARTNER)).toBe('business');
  });

  test('ends when a payment for it went back, until the next payment', () => {
    const [first, second] = [planFact(payment('s'), 1, { isReturned: true }), planFact(payment('s'), 2)];
    const own = planFact(subscribed('s', 'business'), 0);
    const changed = planFact(subscribed('s', 'business'), 3);
    expect(planOf([own, first], PARTNER)).toBe('starter');
    expect(planOf([own, first, changed], PARTNER)).toBe('starter');
    expect(planOf([own, first, second], PARTNER)).toBe('business');
    expect(planOf([planFact(payment(null), 1, { isReturned: true })], PARTNER)).toBe('starter');
  });

  test('goes to the partner that the subscription names last', () => {
    const facts = [
      planFact(subscribed('s', 'business'), 0),
      planFact(subscribed('s', 'business'), 1, { partnerId: 2 }),
    ];
    expect([planOf(facts, PARTNER), planOf(facts, 2)]).toEqual(['starter', 'business']);
  });

  test('ends with a subscription whose last event names no partner', () => {
    const facts = [planFact(subscribed('s', 'business'), 0), planFact(unsubscribed('s'), 1, { partnerId: null })];
    expect(planOf(facts, PARTNER)).toBe('starter');
  });
});
