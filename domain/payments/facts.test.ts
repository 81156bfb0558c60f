import { expect, test } from '@jest/globals';
import { readStripeEvent } from '../../infra/payments/stripe/read.ts';
import { billingCatalogue, DEFAULT_CATALOGUE } from './catalogue.ts';
import { interpret } from './facts.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const CATALOGUE = billingCatalogue.parse(DEFAULT_CATALOGUE);
const interpreted = (event: object) => interpret(readStripeEvent(JSON.stringify(event)), CATALOGUE, NOW);
const seconds = (moment: string) => Date.parse(moment) / 1_000;

const session = (more: object, created = seconds('2026-03-01T09:00:00Z')) => ({
  id: 'evt_1',
  type: 'checkout.session.completed',
  created,
  data: {
    object: {
      id: 'cs_1',
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: 'pi_1',
      amount_total: 2_000,
      currency: 'usd',
      metadata: { partner_id: '7', price_id: 'credits_1000' },
      ...more,
    },
  },
});

test.each([
  ['absurdly late', 1e18, 'Its time is none that an event can have.'],
  ['of 1970', 0, 'Its time is none that an event can have.'],
  ['of tomorrow', seconds('2026-03-02T10:00:00Z'), 'It is dated in the future.'],
])('an event that is %s is refused with the reason', (_what, created, invalid) => {
  expect(interpreted(session({}, created))).toMatchObject({ invalid });
});

test('a clock that is a little ahead is none of the future', () => {
  expect(interpreted(session({}, seconds('2026-03-01T10:04:00Z')))).toHaveProperty('statement');
});

const subscription = (created: number) => ({
  id: 'evt_1',
  type: 'customer.subscription.created',
  created: seconds('2026-03-01T09:00:00Z'),
  data: {
    object: {
      id: 'sub_1',
      status: 'active',
      created,
      metadata: { partner_id: '7' },
      items: { data: [{ price: { id: 'plan_business' }, quantity: 1 }] },
    },
  },
});

test.each([
  ['next year', seconds('2027-03-01T10:00:00Z'), 'It is dated in the future.'],
  ['before there were gateways', -5, 'Its time is none that an event can have.'],
])(
  'a subscription that is said to be made %s is refused: it would be the newest or the oldest for good',
  (...given) => {
    const [, created, invalid] = given;
    expect(interpreted(subscription(created))).toMatchObject({ invalid });
  },
);

test('a subscription of now is read', () => {
  const fact = { kind: 'subscribed', plan: 'business', since: '2026-03-01T09:00:00.000Z' };
  expect(interpreted(subscription(seconds('2026-03-01T09:00:00Z')))).toMatchObject({ statement: { fact } });
});

test('blanks around a currency are no part of it', () => {
  expect(interpreted(session({ currency: ' usd ' }))).toMatchObject({ statement: { fact: { currency: 'USD' } } });
});

test('an amount that the books cannot hold is refused for that reason', () => {
  const invalid = 'The amount is negative, too large, or no decimal number.';
  expect(interpreted(session({ amount_total: 10 ** 15 }))).toMatchObject({ invalid });
});

test('thin events and types with brackets are of no interest', () => {
  const thin = { id: 'evt_1', object: 'v2.core.event', type: 'v2.core.account[requirements].updated' };
  expect(interpreted({ ...thin, created: '2026-03-01T09:00:00.000Z' })).toHaveProperty('ignored');
});

test.each<[string, object, object]>([
  [
    'a checkout with a coupon of 100 %',
    { payment_status: 'no_payment_required', payment_intent: null, amount_total: 0, amount_subtotal: 2_000 },
    { amountMinor: 0, credits: 1_000 },
  ],
  ['three packs, by the sum', { amount_total: 6_000, amount_subtotal: 6_000 }, { credits: 3_000 }],
  [
    'two packs, by their prices',
    { metadata: { partner_id: '7', price_id: 'credits_1000, credits_5000' } },
    { credits: 6_000, note: null },
  ],
  [
    'a pack and something else',
    { metadata: { partner_id: '7', price_id: 'credits_1000,price_other' } },
    { credits: 1_000, note: '1 of its 2 lines have no price of the billing catalogue.' },
  ],
  [
    'a plan and a pack',
    { metadata: { partner_id: '7', price_id: 'plan_business,credits_1000' } },
    { credits: 1_000, plan: 'business', billingType: 'subscription' },
  ],
])('%s', (_what, more, fact) => {
  expect(interpreted(session(more))).toMatchObject({ statement: { fact } });
});

test('a pack of which a bill has none, or for which it asks nothing, gives no credits', () => {
  const line = (price: string, amount: number, quantity: number) => ({ amount, quantity, price, metadata: {} });
  const lines = [line('plan_business', 19_900, 1), line('credits_1000', 0, 0), line('credits_5000', 0, 1)];
  const object = {
    id: 'in_1',
    amount_paid: 19_900,
    currency: 'usd',
    subscription: 'sub_1',
    lines: { data: lines },
    metadata: { partner_id: '7' },
  };
  const bill = { id: 'evt_1', type: 'invoice.paid', created: seconds('2026-03-01T09:00:00Z'), data: { object } };
  const note = '1 of its lines are for a pack and cost nothing, which gives no credits.';
  expect(interpreted(bill)).toMatchObject({ statement: { fact: { plan: 'business', credits: 0, note } } });
});
