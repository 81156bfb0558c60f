import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PAID } from '../../test/environment/paid-fact.ts';
import type { Fact, RecordedFact } from './facts.ts';
import { purchaseOf } from './rules.ts';

const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' });
const refund = (amountMinor: number, more: { isTotal?: boolean; charge?: string; credits?: number } = {}): Fact => ({
  kind: 'refunded',
  isTotal: more.isTotal ?? false,
  charge: more.charge ?? null,
  credits: more.credits ?? null,
  ...usd(amountMinor),
});
const dispute = (kind: 'disputed' | 'dispute_won' | 'dispute_lost', amountMinor = 2_000, name = 'd'): Fact => ({
  kind,
  dispute: name,
  ...usd(amountMinor),
});
/** Facts that occurred one second after another. */
const recorded = (...facts: Fact[]): RecordedFact[] =>
  facts.map((fact, second) => ({ eventId: `evt_${second}`, occurredAt: new Date(second * 1000), fact }));
const books = (...facts: Fact[]) => {
  const { credits, revokedCredits, returnedMinor } = purchaseOf(recorded(...facts), null);
  return { credits, revokedCredits, returnedMinor };
};

describe('a purchase', () => {
  test.each([
    ['is paid', [PAID], { credits: 1_000, revokedCredits: 0, returnedMinor: 0 }],
    ['is refunded', [PAID, refund(2_000)], { credits: 1_000, revokedCredits: 1_000, returnedMinor: 2_000 }],
    ['is refunded in part', [PAID, refund(333)], { credits: 1_000, revokedCredits: 166, returnedMinor: 333 }],
    [
      'is refunded in parts',
      [PAID, refund(500), refund(500)],
      { credits: 1_000, revokedCredits: 500, returnedMinor: 1_000 },
    ],
    [
      'is refunded in parts, told as totals',
      [PAID, refund(500, { isTotal: true }), refund(800, { isTotal: true })],
      { credits: 1_000, revokedCredits: 400, returnedMinor: 800 },
    ],
    [
      'was made by two charges, and both are refunded, told as totals of each',
      [
        PAID,
        refund(500, { isTotal: true, charge: 'a' }),
        refund(800, { isTotal: true, charge: 'a' }),
        refund(400, { isTotal: true, charge: 'b' }),
      ],
      { credits: 1_000, revokedCredits: 600, returnedMinor: 1_200 },
    ],
    [
      'is refunded over and over',
      [PAID, refund(1_500), refund(1_500)],
      { credits: 1_000, revokedCredits: 1_000, returnedMinor: 2_000 },
    ],
    [
      'is refunded for a number of credits',
      [PAID, refund(1_000, { credits: 100 })],
      { credits: 1_000, revokedCredits: 100, returnedMinor: 1_000 },
    ],
    ['is disputed', [PAID, dispute('disputed')], { credits: 1_000, revokedCredits: 1_000, returnedMinor: 0 }],
    [
      'is disputed and won',
      [PAID, dispute('disputed'), dispute('dispute_won')],
      { credits: 1_000, revokedCredits: 0, returnedMinor: 0 },
    ],
    [
      'is disputed in part and lost',
      [PAID, dispute('disputed', 500), dispute('dispute_lost', 500)],
      { credits: 1_000, revokedCredits: 250, returnedMinor: 500 },
    ],
    [
      'is disputed and lost in part',
      [PAID, dispute('disputed'), dispute('dispute_lost', 500)],
      { credits: 1_000, revokedCredits: 250, returnedMinor: 500 },
    ],
    [
      'was lost in a dispute, told more than once',
      [PAID, dispute('dispute_lost', 400), dispute('disputed'), dispute('dispute_lost', 500)],
      { credits: 1_000, revokedCredits: 250, returnedMinor: 500 },
    ],
    ['is not paid', [refund(2_000)], { credits: 0, revokedCredits: 0, returnedMinor: 0 }],
  ])('that %s', (_what, facts, expected) => {
    expect(books(...(facts as Fact[]))).toEqual(expected);
  });

  test('cannot be changed by what contradicts it', () => {
    const other = recorded(PAID, { ...PAID, amountMinor: 1 }, { ...refund(10), currency: 'EUR' } as Fact);
    const { refused, credits, returnedMinor } = purchaseOf(other, null);
    expect({ refused: [...refused.keys()], credits, returnedMinor }).toEqual({
      refused: ['evt_1', 'evt_2'],
      credits: 1_000,
      returnedMinor: 0,
    });
  });

  test('stays as it was applied when an earlier event reports another payment', () => {
    const known = { amountMinor: 2_000, currency: 'USD', billingType: 'token_pack' as const, credits: 1_000 };
    const { paid, refused } = purchaseOf(recorded({ ...PAID, credits: 5 }, PAID), known);
    expect(paid).toEqual(PAID);
    expect([...refused.keys()]).toEqual(['evt_0']);
  });
});

const amount = fc.integer({ min: 0, max: 3_000 });
const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.constant<Fact>(PAID),
  fc
    .record({
      amount,
      isTotal: fc.boolean(),
      charge: fc.option(fc.constantFrom('a', 'b')),
      credits: fc.option(fc.integer({ min: 0, max: 1_500 })),
    })
    .map(
      (one): Fact => ({
        kind: 'refunded',
        isTotal: one.isTotal,
        charge: one.charge,
        credits: one.credits,
        ...usd(one.amount),
      }),
    ),
  fc
    .record({
      amount,
      kind: fc.constantFrom('disputed', 'dispute_won', 'dispute_lost'),
      name: fc.constantFrom('d', 'e'),
    })
    .map((one) => dispute(one.kind, one.amount, one.name)),
  fc
    .record({ plan: fc.constantFrom('starter', 'business', 'enterprise'), subscription: fc.constantFrom('s', 't') })
    .map((one): Fact => ({ kind: 'subscribed', ...one })),
  fc.constantFrom('s', 't').map((subscription): Fact => ({ kind: 'unsubscribed', subscription })),
  fc
    .record({ plan: fc.constantFrom('starter', 'business'), subscription: fc.constantFrom(null, 's') })
    .map((one): Fact => ({ ...PAID, billingType: 'subscription', credits: 0, ...one })),
);
/** Few different moments, so that ties are common. */
const anyFacts: fc.Arbitrary<RecordedFact[]> = fc
  .array(fc.record({ fact: anyFact, second: fc.integer({ min: 0, max: 3 }) }), { maxLength: 8 })
  .map((all) =>
    all.map(({ fact, second }, index) => ({ eventId: `evt_${index}`, occurredAt: new Date(second * 1000), fact })),
  );
/** The same events in another order, some of them repeated. */
const shuffled = anyFacts.chain((events) =>
  fc.record({
    events: fc.constant(events),
    arrived: fc
      .subarray(events)
      .chain((again) => fc.shuffledSubarray([...events, ...again], { minLength: events.length + again.length })),
  }),
);

describe('whatever the order in which events arrive, and however often', () => {
  test('a purchase comes to the same', () => {
    fc.assert(
      fc.property(shuffled, ({ events, arrived }) =>
        expect(purchaseOf(arrived, null)).toEqual(purchaseOf(events, null)),
      ),
    );
  });

  test('money that went back only grows, so a credit note never has to be taken back', () => {
    const ofPurchase = anyFacts.map((all) => all.filter(({ fact }) => fact.kind !== 'paid' || fact === PAID));
    fc.assert(
      fc.property(ofPurchase, fc.nat(), (events, cut) => {
        const some = [...events.slice(0, cut % (events.length + 1))];
        expect(
          purchaseOf([...recorded(PAID), ...events.map((one) => ({ ...one, eventId: `x${one.eventId}` }))], null)
            .returnedMinor,
        ).toBeGreaterThanOrEqual(
          purchaseOf([...recorded(PAID), ...some.map((one) => ({ ...one, eventId: `x${one.eventId}` }))], null)
            .returnedMinor,
        );
      }),
    );
  });

  test('no more goes back than was paid for', () => {
    fc.assert(
      fc.property(anyFacts, (events) => {
        const { paid, credits, revokedCredits, returnedMinor } = purchaseOf(events, null);
        expect(revokedCredits).toBeGreaterThanOrEqual(0);
        expect(revokedCredits).toBeLessThanOrEqual(credits ?? 0);
        expect(returnedMinor).toBeLessThanOrEqual(paid?.amountMinor ?? 0);
      }),
    );
  });
});

test('payments beyond what the books hold are refused, whatever the order of their events', () => {
  const order = { ...usd(1_999_999_999_999_998), billingType: PAID.billingType, credits: 10, isReported: true };
  const part = (name: string, amountMinor: number): Fact => ({ ...PAID, payment: name, amountMinor });
  const facts = recorded(
    part('a', 999_999_999_999_999),
    part('b', 999_999_999_999_999),
    part('c', 1),
    part('d', 999_999_999_999_999),
  );
  for (const arrived of [facts, facts.toReversed()]) {
    const { paidMinor, isComplete, refused } = purchaseOf(arrived, order);
    expect({ paidMinor, isComplete }).toEqual({ paidMinor: 1_999_999_999_999_998, isComplete: true });
    expect([...refused.keys()].sort()).toEqual(['evt_2', 'evt_3']);
  }
});
