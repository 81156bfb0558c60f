import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Fact, PaidFact } from './facts.ts';
import { planOf } from './plan.ts';
import type { RecordedFact } from './rules.ts';

const PAID: PaidFact = {
  kind: 'paid',
  reference: 'order-1',
  description: '1,000 credits',
  billingType: 'token_pack',
  amountMinor: 2_000,
  currency: 'USD',
  credits: 1_000,
  plan: null,
  subscription: null,
};
/** Facts that occurred one second after another. */
const recorded = (...facts: Fact[]): RecordedFact[] =>
  facts.map((fact, second) => ({ eventId: `evt_${second}`, occurredAt: new Date(second * 1000), fact }));

const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.constant<Fact>(PAID),
  fc
    .record({ plan: fc.constantFrom('starter', 'business', 'enterprise'), subscription: fc.constantFrom('s', 't') })
    .map((one): Fact => ({ kind: 'subscribed', ...one })),
  fc.constantFrom('s', 't').map((subscription): Fact => ({ kind: 'unsubscribed', subscription })),
  fc
    .record({ plan: fc.constantFrom('starter', 'business'), subscription: fc.constantFrom(null, 's') })
    .map((one): Fact => ({ ...PAID, billingType: 'subscription', credits: 0, ...one })),
);
/** Events in two orders, some of them repeated in the second; few different moments, so that ties are common. */
const shuffled = fc
  .array(fc.record({ fact: anyFact, second: fc.integer({ min: 0, max: 3 }) }), { maxLength: 8 })
  .map((all) =>
    all.map(({ fact, second }, index) => ({ eventId: `evt_${index}`, occurredAt: new Date(second * 1000), fact })),
  )
  .chain((events) =>
    fc.record({
      events: fc.constant(events),
      arrived: fc
        .subarray(events)
        .chain((again) => fc.shuffledSubarray([...events, ...again], { minLength: events.length + again.length })),
    }),
  );

test('a plan comes to the same, whatever the order in which events arrive, and however often', () => {
  fc.assert(fc.property(shuffled, ({ events, arrived }) => expect(planOf(arrived)).toEqual(planOf(events))));
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
    expect(planOf(recorded(...facts))).toBe(expected);
  });
});
