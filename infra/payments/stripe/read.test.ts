import { describe, expect, test } from '@jest/globals';
import { stripeMoney } from './objects.ts';
import { readStripeEvent } from './read.ts';

const CREATED = 1_772_000_000;
const read = (type: string, object: object) =>
  readStripeEvent(JSON.stringify({ id: 'evt_1', type, created: CREATED, data: { object } }));
const METADATA = { partner_id: '7' };

test.each([
  [1_050, 'usd', { amount: '10.50', currency: 'USD' }],
  [5, 'usd', { amount: '0.05', currency: 'USD' }],
  [500, 'jpy', { amount: '500', currency: 'JPY' }],
  [1_230, 'kwd', { amount: '1.230', currency: 'KWD' }],
  [50_000, 'isk', { amount: '500.00', currency: 'ISK' }],
  [50_000, 'ugx', { amount: '500.00', currency: 'UGX' }],
  [300, 'mga', { amount: '300', currency: 'MGA' }],
  [-5, 'eur', { amount: '-0.05', currency: 'EUR' }],
])('%i of %s', (units, currency, money) => {
  expect(stripeMoney(units, currency)).toEqual(money);
});

describe('an invoice', () => {
  const invoice = { id: 'in_1', amount_paid: 9_900, currency: 'eur' };
  const paid = {
    statement: {
      fact: {
        kind: 'paid',
        reference: 'in_1',
        subscription: 'sub_1',
        product: { price: 'price_b', quantity: 1, billingType: 'subscription', credits: null, plan: null },
        lines: [
          { price: 'price_a', quantity: 1, amount: -5_000, isProration: false },
          { price: 'price_b', quantity: 1, amount: 14_900, isProration: false },
        ],
        subtotal: null,
        payment: 'in_1',
        scope: 'bill',
        taxes: [],
        amount: '99.00',
        currency: 'EUR',
      },
      subject: 'in_1',
      names: ['in_1'],
      bill: 'in_1',
      partnerId: 7,
      occurredAt: new Date(CREATED * 1000),
    },
  };

  test('of a version since 2025-03-31', () => {
    const parent = { subscription_details: { subscription: 'sub_1', metadata: METADATA } };
    const line = (price: string, amount: number) => ({
      amount,
      quantity: 1,
      pricing: { price_details: { price } },
      metadata: {},
    });
    const lines = { data: [line('price_a', -5_000), line('price_b', 14_900)] };
    expect(read('invoice.paid', { ...invoice, parent, lines, metadata: {} })).toEqual(paid);
  });

  test('of a version before', () => {
    const lines = { data: [{ amount: 9_900, quantity: 1, price: { id: 'price_b' }, metadata: {} }] };
    const old = {
      ...invoice,
      payment_intent: 'pi_1',
      subscription: 'sub_1',
      subscription_details: { metadata: METADATA },
      lines,
    };
    expect(read('invoice.paid', old)).toEqual({
      statement: {
        ...paid.statement,
        fact: {
          ...paid.statement.fact,
          lines: [{ price: 'price_b', quantity: 1, amount: 9_900, isProration: false }],
        },
        subject: 'pi_1',
        names: ['pi_1', 'in_1'],
      },
    });
  });

  test('of nothing', () => {
    expect(read('invoice.paid', { ...invoice, amount_paid: 0 })).toEqual({ ignored: 'Nothing was paid.' });
  });
});

describe('a payment of an invoice', () => {
  const link = (payment: object, invoice: string | object = 'in_1') =>
    read('invoice_payment.paid', { id: 'inpay_1', object: 'invoice_payment', invoice, payment });

  test.each([
    ['an intent', { type: 'payment_intent', payment_intent: 'pi_1' }, 'pi_1'],
    ['an expanded intent', { type: 'payment_intent', payment_intent: { id: 'pi_1' } }, 'pi_1'],
    ['a charge', { type: 'charge', charge: 'ch_1' }, 'ch_1'],
  ])('by %s', (_what, payment, name) => {
    expect(link(payment)).toEqual({
      statement: {
        fact: { kind: 'linked', payment: name },
        subject: 'in_1',
        names: ['in_1', name],
        bill: 'in_1',
        partnerId: null,
        occurredAt: new Date(CREATED * 1000),
      },
    });
    expect(link(payment, { id: 'in_1' })).toEqual(link(payment));
  });

  test('outside of Stripe, or of no invoice', () => {
    expect(link({ type: 'payment_record', payment_record: 'pr_1' })).toHaveProperty('ignored');
    expect(link({ type: 'charge', charge: 'ch_1' }, {})).toHaveProperty('invalid');
  });
});

test.each([
  ['active', 'subscribed'],
  ['trialing', 'subscribed'],
  ['past_due', 'subscribed'],
  ['unpaid', 'unsubscribed'],
  ['canceled', 'unsubscribed'],
  ['paused', 'unsubscribed'],
])('a subscription that is %s', (status, kind) => {
  const items = { data: [{ price: { id: 'price_b' }, quantity: 1 }] };
  const reading = read('customer.subscription.updated', { id: 'sub_1', status, items, metadata: METADATA });
  expect(reading).toMatchObject({
    statement: { fact: { kind, subscription: 'sub_1' }, subject: 'sub_1', partnerId: 7 },
  });
});

test('a subscription made at no time that there is', () => {
  const subscription = { id: 'sub_1', status: 'active', created: 9e15, items: { data: [] }, metadata: METADATA };
  expect(read('customer.subscription.updated', subscription)).toEqual({
    invalid: 'Missing or not of the right form: created.',
  });
});

test.each([
  ['paid', 'statement'],
  ['no_payment_required', 'statement'],
  ['unpaid', 'ignored'],
  ['a_status_of_tomorrow', 'invalid'],
])('the checkout of a subscription that is %s', (payment_status, outcome) => {
  const line_items = { data: [{ price: { id: 'price_b' }, quantity: 1 }] };
  const session = { id: 'cs_1', mode: 'subscription', subscription: 'sub_1', payment_status, line_items };
  expect(read('checkout.session.completed', { ...session, metadata: METADATA })).toHaveProperty(outcome);
});

test.each([
  ['needs_response', 'disputed'],
  ['under_review', 'disputed'],
  ['warning_needs_response', 'disputed'],
  ['warning_under_review', 'disputed'],
  ['appeal_needs_response', 'disputed'],
  ['appeal_under_review', 'disputed'],
  ['charge_refunded', 'dispute_won'],
  ['won', 'dispute_won'],
  ['warning_closed', 'dispute_won'],
  ['lost', 'dispute_lost'],
])('a dispute that is %s', (status, kind) => {
  const dispute = { id: 'du_1', charge: 'ch_1', payment_intent: 'pi_1', amount: 100, currency: 'usd', status };
  expect(read('charge.dispute.updated', dispute)).toMatchObject({
    statement: { fact: { kind, dispute: 'du_1', amount: '1.00' }, subject: 'pi_1', partnerId: null },
  });
});

test.each([
  [
    'charge.dispute.closed',
    { id: 'du_1', charge: 'ch_1', amount: 100, currency: 'usd', status: 'won_in_part' },
    'status',
  ],
  ['refund.updated', { id: 're_1', charge: 'ch_1', amount: 100, currency: 'usd', status: 'taken_back' }, 'status'],
  ['customer.subscription.updated', { id: 'sub_1', status: 'sleeping', metadata: METADATA }, 'status'],
  ['checkout.session.completed', { id: 'cs_1', mode: 'gift', payment_status: 'paid', metadata: METADATA }, 'mode'],
  [
    'checkout.session.completed',
    {
      id: 'cs_1',
      mode: 'payment',
      payment_status: 'paid_later',
      amount_total: 100,
      currency: 'usd',
      metadata: METADATA,
    },
    'payment_status',
  ],
])('a value of %s that no version has had is an error and no guess', (type, object, field) => {
  expect(read(type, object)).toEqual({ invalid: `Not one of the known values: ${field}.` });
});

describe('a payment', () => {
  const session = {
    id: 'cs_1',
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: 'pi_1',
    amount_total: 100,
    currency: 'usd',
    metadata: METADATA,
  };

  test('by a checkout with expanded objects', () => {
    const expanded = {
      ...session,
      payment_intent: { id: 'pi_1' },
      line_items: { data: [{ quantity: 3, price: { id: 'price_a' } }] },
    };
    expect(read('checkout.session.completed', expanded)).toMatchObject({
      statement: { fact: { reference: 'pi_1', product: { price: 'price_a', quantity: 3 } }, subject: 'pi_1' },
    });
  });

  test('without its amount is none of 0', () => {
    const invalid = 'Missing or not of the right form: amount_total.';
    for (const amount_total of [undefined, null])
      expect(read('checkout.session.completed', { ...session, amount_total })).toEqual({ invalid });
  });

  test('of a later day is none until it was made', () => {
    const later = { ...session, payment_status: 'no_payment_required' };
    expect(read('checkout.session.completed', later)).toHaveProperty('ignored');
    expect(read('checkout.session.completed', { ...later, amount_total: 0 })).toHaveProperty('statement');
  });

  test('that has not come in yet, or is told by another event', () => {
    expect(read('checkout.session.completed', { ...session, payment_status: 'unpaid' })).toHaveProperty('ignored');
    expect(read('checkout.session.completed', { ...session, mode: 'setup' })).toHaveProperty('ignored');
    const intent = { id: 'pi_1', amount: 100, currency: 'usd' };
    expect(read('payment_intent.succeeded', { ...intent, metadata: {} })).toHaveProperty('ignored');
    expect(read('payment_intent.succeeded', { ...intent, invoice: 'in_1', metadata: METADATA })).toHaveProperty(
      'ignored',
    );
    expect(read('payment_intent.succeeded', { ...intent, metadata: METADATA })).toHaveProperty('statement');
  });

  test('of nobody, or nothing that can be understood', () => {
    expect(read('checkout.session.completed', { ...session, metadata: { partner_id: 'x' } })).toEqual({
      invalid: 'metadata.partner_id is no number of a partner.',
    });
    expect(read('charge.refunded', { id: 'ch_1' })).toEqual({
      invalid: 'Missing or not of the right form: amount_refunded, currency.',
    });
    expect(read('customer.created', {})).toHaveProperty('ignored');
  });

  test('says whose payment failed, where it names a partner', () => {
    const failed = { ignored: 'A payment has failed.' };
    const named = { ...failed, failedPayment: { partnerId: 7, reference: null } };
    const invoice = { id: 'in_1', amount_paid: 0, currency: 'eur', metadata: METADATA };
    expect(read('invoice.payment_failed', invoice)).toEqual(named);
    expect(read('invoice.payment_failed', { ...invoice, metadata: {} })).toEqual(failed);
    const session = { id: 'cs_1', mode: 'payment', payment_status: 'unpaid', metadata: METADATA };
    expect(read('checkout.session.async_payment_failed', session)).toEqual(named);
  });
});
