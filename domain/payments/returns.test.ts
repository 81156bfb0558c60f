import { describe, expect, test } from '@jest/globals';
import { PAID } from '../../test/environment/paid-fact.ts';
import type { Fact, PaidFact } from './facts.ts';
import { purchaseOf, type Terms } from './rules.ts';

const recorded = (facts: readonly Fact[]) =>
  facts.map((fact, second) => ({ eventId: `gateway:evt_${second}`, occurredAt: new Date(second * 1000), fact }));
/** What is taken back, and the sentences about events by their place. */
function endOf(facts: readonly Fact[]) {
  const { revokedCredits, returnedMinor, notes } = purchaseOf(recorded(facts), null);
  const shuffled = purchaseOf(recorded(facts).toReversed(), null);
  expect({ ...shuffled, notes: [...shuffled.notes].sort() }).toEqual({
    ...purchaseOf(recorded(facts), null),
    notes: [...notes].sort(),
  });
  return {
    revokedCredits,
    returnedMinor,
    notes: Object.fromEntries([...notes].map(([event, note]) => [event.replace('gateway:', ''), note])),
  };
}

const bill = (more: Partial<PaidFact> = {}): PaidFact => ({
  ...PAID,
  payment: 'in_1',
  reference: 'in_1',
  scope: 'bill',
  amountMinor: 10_000,
  ...more,
});
const link = (payment: string, amountMinor?: number): Fact => ({
  kind: 'linked',
  payment,
  ...(amountMinor !== undefined && { amountMinor, currency: 'USD' }),
});
const dispute = (payment: string | null, more: Partial<Extract<Fact, { dispute: string }>> = {}): Fact => ({
  kind: 'disputed',
  dispute: 'du_1',
  payment,
  amountMinor: 2_700,
  currency: 'EUR',
  ...more,
});
const refund = (amountMinor: number, more: Partial<Extract<Fact, { kind: 'refunded' }>> = {}): Fact => ({
  kind: 'refunded',
  isTotal: false,
  charge: null,
  credits: null,
  amountMinor,
  currency: 'USD',
  ...more,
});

describe('a dispute in another currency', () => {
  test.each<[string, Fact[], { credits: number; note: RegExp }]>([
    [
      'over the part of a bill that its payment was',
      [bill(), link('pi_1', 3_000), link('pi_2', 7_000), dispute('pi_1')],
      { credits: 300, note: /another currency.*30\.00 USD/ },
    ],
    [
      'over the part that the bill itself tells of',
      [bill({ parts: [{ payment: 'pi_1', amountMinor: 3_000 }] }), dispute('pi_1')],
      { credits: 300, note: /another currency.*30\.00 USD/ },
    ],
    [
      'over a payment of which nothing is known: what the others left',
      [bill(), link('pi_2', 7_000), link('pi_1'), dispute('pi_1')],
      { credits: 300, note: /no event says.*30\.00 USD/ },
    ],
    [
      'over a payment of a bill whose payments are not known: all of it',
      [bill(), link('pi_1'), link('pi_2'), dispute('pi_1')],
      { credits: 1_000, note: /no event says.*100\.00 USD/ },
    ],
    [
      'over the one payment of a checkout: all of it',
      [{ ...PAID, reference: 'pi_1', payment: 'cs_1', scope: 'checkout' }, dispute('pi_1')],
      { credits: 1_000, note: /another currency.*20\.00 USD/ },
    ],
    [
      'over one of two payments for an order',
      [{ ...PAID, payment: 'a', amountMinor: 500 }, { ...PAID, payment: 'b', amountMinor: 500 }, dispute('b')],
      { credits: 0, note: /another currency.*5\.00 USD/ },
    ],
  ])('is %s', (_what, facts, { credits, note }) => {
    const { revokedCredits, notes } = endOf(facts);
    expect({ revokedCredits, notes }).toEqual({
      revokedCredits: credits,
      notes: { [`evt_${facts.length - 1}`]: expect.stringMatching(note) },
    });
  });

  test('that is lost returns the share', () => {
    const life = [bill(), link('pi_1', 3_000), dispute('pi_1'), dispute('pi_1', { kind: 'dispute_lost' })];
    expect(endOf(life)).toMatchObject({ returnedMinor: 3_000, revokedCredits: 300 });
  });
});

describe('more than was paid', () => {
  test.each<[string, Fact[], { returnedMinor: number; notes: Record<string, RegExp> }]>([
    ['a refund', [PAID, refund(2_500)], { returnedMinor: 2_000, notes: { evt_1: /more than was paid.*5\.00 USD/ } }],
    [
      'the last of two refunds',
      [PAID, refund(1_500), refund(1_500)],
      { returnedMinor: 2_000, notes: { evt_2: /more than was paid.*10\.00 USD/ } },
    ],
    [
      'a refund in all',
      [PAID, refund(1_500, { isTotal: true, charge: 'ch' }), refund(2_100, { isTotal: true, charge: 'ch' })],
      { returnedMinor: 2_000, notes: { evt_2: /more than was paid.*1\.00 USD/ } },
    ],
    [
      'a lost dispute after a refund',
      [PAID, refund(1_500), dispute(null, { kind: 'dispute_lost', currency: 'USD', amountMinor: 2_000 })],
      { returnedMinor: 2_000, notes: { evt_2: /more than was paid.*15\.00 USD/ } },
    ],
    [
      'a dispute',
      [PAID, dispute(null, { currency: 'USD', amountMinor: 2_001 })],
      { returnedMinor: 0, notes: { evt_1: /more than was paid.*0\.01 USD/ } },
    ],
    [
      'credits of a refund',
      [PAID, refund(1_000, { credits: 600 }), refund(500, { credits: 401 })],
      { returnedMinor: 1_500, notes: { evt_2: /more credits/ } },
    ],
    ['a refund of all is not', [PAID, refund(2_000)], { returnedMinor: 2_000, notes: {} }],
  ])('%s', (_what, facts, { returnedMinor, notes }) => {
    const end = endOf(facts);
    expect(end.returnedMinor).toBe(returnedMinor);
    expect(end.notes).toEqual(
      Object.fromEntries(Object.entries(notes).map(([event, note]) => [event, expect.stringMatching(note)])),
    );
  });
});

describe('a bill that is paid in parts', () => {
  const part = bill({ amountMinor: 5_000, totalMinor: 11_900 });
  const whole = bill({ amountMinor: 11_900 });

  test('is complete with the last of them, and its events do not contradict each other', () => {
    const state = purchaseOf(recorded([part]), null);
    expect(state).toMatchObject({ totalMinor: 11_900, paidMinor: 5_000, isComplete: false, revokedCredits: 0 });
    for (const facts of [
      [part, whole],
      [whole, part],
    ]) {
      const { paidMinor, isComplete, refused, movements } = purchaseOf(
        recorded([part, whole]).filter(({ fact }) => facts.includes(fact as PaidFact)),
        { amountMinor: 11_900, currency: 'USD', billingType: 'token_pack', credits: null },
      );
      expect({ paidMinor, isComplete, refused: refused.size }).toEqual({
        paidMinor: 11_900,
        isComplete: true,
        refused: 0,
      });
      expect(movements.map(({ amountMinor }) => amountMinor)).toEqual([5_000, 6_900]);
    }
  });

  test('takes nothing back of what its checkout has brought, until it reports the rest', () => {
    const checkout = bill({ amountMinor: 11_900, payment: 'cs_1', scope: 'checkout' });
    const known: Terms = { amountMinor: 11_900, currency: 'USD', billingType: 'token_pack', credits: 1_000 };
    for (const facts of [
      [checkout, part],
      [checkout, part, whole],
    ]) {
      expect(purchaseOf(recorded(facts), known)).toMatchObject({ paidMinor: 11_900, isComplete: true });
      expect(purchaseOf(recorded(facts), null)).toMatchObject({ totalMinor: 11_900, paidMinor: 11_900 });
    }
    const first = bill({ amountMinor: 7_000, payment: 'pi_1', scope: 'payment' });
    expect(purchaseOf(recorded([first, part]), null)).toMatchObject({
      totalMinor: 11_900,
      paidMinor: 7_000,
      isComplete: false,
    });
  });

  test('contradicts one of another total', () => {
    const { refused } = purchaseOf(recorded([part, bill({ amountMinor: 6_000, totalMinor: 12_000 })]), null);
    expect([...refused.keys()]).toEqual(['gateway:evt_1']);
  });

  test('keeps as paid too much what is beyond its total', () => {
    const state = purchaseOf(recorded([bill({ amountMinor: 12_900, totalMinor: 11_900 })]), null);
    expect(state).toMatchObject({ totalMinor: 11_900, paidMinor: 12_900, isComplete: true });
  });
});
