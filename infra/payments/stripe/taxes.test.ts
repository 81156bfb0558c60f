import { describe, expect, test } from '@jest/globals';
import { readStripeEvent } from './read.ts';

const readingOf = (type: string, object: object) =>
  readStripeEvent(
    JSON.stringify({
      id: 'evt_1',
      type,
      created: 1_772_000_000,
      data: { object: { metadata: { partner_id: '7' }, ...object } },
    }),
  );
const factOf = (type: string, object: object) => {
  const reading = readingOf(type, object);
  if (!('statement' in reading) || reading.statement.fact.kind !== 'paid') throw new Error(JSON.stringify(reading));
  return reading.statement.fact;
};
const taxesIn = (type: string, object: object) => factOf(type, object).taxes;
const INVOICE = { id: 'in_1', amount_paid: 11_900, total: 11_900, currency: 'eur' };
const RATE = { id: 'txr_1', percentage: 19 };

describe('the tax of an invoice', () => {
  const named = [{ amount: '19.00', rate: '0.19', taxable: '100.00' }];

  test.each<[string, object, object[]]>([
    [
      'expanded, before 2025-03-31',
      { total_tax_amounts: [{ amount: 1_900, inclusive: false, taxable_amount: 10_000, tax_rate: RATE }] },
      named,
    ],
    [
      'by the rates of its lines, before 2025-03-31',
      {
        total_tax_amounts: [{ amount: 1_900, taxable_amount: 10_000, tax_rate: 'txr_1' }],
        lines: { data: [{ amount: 10_000, price: 'p', tax_rates: [RATE], metadata: {} }] },
      },
      named,
    ],
    [
      'by its default rates, since 2025-03-31',
      {
        total_taxes: [{ amount: 1_900, taxable_amount: 10_000, tax_rate_details: { tax_rate: 'txr_1' } }],
        default_tax_rates: [{ id: 'txr_1', percentage: '19.0' }],
      },
      named,
    ],
    [
      'by id alone',
      { total_taxes: [{ amount: 1_900, tax_rate_details: { tax_rate: 'txr_1' } }] },
      [{ amount: '19.00', rate: null, taxable: null }],
    ],
    ['as a sum, in 2020-08-27', { tax: 1_900 }, [{ amount: '19.00', rate: null, taxable: null }]],
    [
      'of two rates, and none of a third',
      {
        total_taxes: [
          { amount: 1_900, taxable_amount: 10_000, tax_rate_details: { tax_rate: RATE } },
          { amount: 70, taxable_amount: 1_000, tax_rate_details: { tax_rate: { id: 'txr_2', percentage: 7 } } },
          { amount: 0, taxable_amount: 500 },
        ],
      },
      [...named, { amount: '0.70', rate: '0.07', taxable: '10.00' }],
    ],
    ['that is none', { total_taxes: [] }, []],
  ])('%s', (_what, more, taxes) => {
    expect(taxesIn('invoice.paid', { ...INVOICE, ...more })).toEqual(taxes);
  });
});

describe('an invoice that was not paid by its total at once', () => {
  const two = {
    total: 11_970,
    total_taxes: [
      { amount: 1_900, taxable_amount: 9_000, tax_rate_details: { tax_rate: RATE } },
      { amount: 70, taxable_amount: 1_000, tax_rate_details: { tax_rate: { id: 'txr_2', percentage: 7 } } },
    ],
  };
  const one = (amount: string, rate: string | null = null, taxable: string | null = null) => ({
    amount,
    rate,
    taxable,
  });

  // Worked out by hand. Half a cent goes to the even one.
  test.each<[string, object, { total?: string; taxes: object[] }]>([
    [
      'has its own tax when its first part is paid',
      { amount_paid: 5_000, amount_remaining: 6_900, tax: 1_900 },
      { total: '119.00', taxes: [one('19.00')] },
    ],
    [
      'has its own rates when its first part is paid',
      { ...two, amount_paid: 1, amount_remaining: 11_969 },
      { total: '119.70', taxes: [one('19.00', '0.19', '90.00'), one('0.70', '0.07', '10.00')] },
    ],
    // 19.00 × 100.00 / 119.00 = 15.9663…
    [
      'has its part of the tax where a balance paid the rest',
      { amount_paid: 10_000, tax: 1_900 },
      { taxes: [one('15.97')] },
    ],
    // 19.00 × 59.50 / 119.00 = 9.50
    [
      'has its part of the tax where a balance pays some and a part is left',
      { amount_paid: 2_000, amount_remaining: 3_950, tax: 1_900 },
      { total: '59.50', taxes: [one('9.50')] },
    ],
    // 0.05 × 1.19 / 2.38 = 0.025
    ['rounds half to even', { total: 238, amount_paid: 119, tax: 5 }, { taxes: [one('0.02')] }],
    // 19.70 × 39.90 / 119.70 = 6.5666…; 19.00 of it 6.3333…; of the net 33.33, 90.00 / 100.00 are 29.997
    [
      'has parts of its rates that add up',
      { ...two, amount_paid: 3_990 },
      { taxes: [one('6.33', '0.19', '30.00'), one('0.24', '0.07', '3.33')] },
    ],
    // 0.10 is beyond the total, and no tax of it is known.
    [
      'has its own tax where more was paid',
      { amount_paid: 11_910, tax: 1_900 },
      { total: '119.00', taxes: [one('19.00')] },
    ],
    ['has none where a balance paid nearly all', { amount_paid: 2, tax: 1_900 }, { taxes: [] }],
    ['has its own tax where all was paid', { tax: 1_900, amount_remaining: 0 }, { taxes: [one('19.00')] }],
    // A flat tax is on nothing, of which there are no proportions.
    [
      'has its part of a tax that is all of it',
      { amount_paid: 5_950, total_taxes: [{ amount: 11_900, taxable_amount: 0 }] },
      { taxes: [one('59.50')] },
    ],
    ['in yen', { currency: 'jpy', total: 1_100, amount_paid: 550, tax: 100 }, { taxes: [one('50')] }],
  ])('%s', (_what, more, expected) => {
    const { total, taxes } = factOf('invoice.paid', { ...INVOICE, ...more });
    expect({ ...(total !== undefined && { total }), taxes }).toEqual(expected);
  });

  test('of which nothing was paid is none', () => {
    const unpaid = { ...INVOICE, amount_paid: 0, amount_remaining: 11_900, subtotal: 10_000 };
    expect(readingOf('invoice.payment_succeeded', unpaid)).toEqual({ ignored: 'Nothing was paid.' });
  });
});

describe('the tax of a checkout', () => {
  const session = {
    id: 'cs_1',
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: 'pi_1',
    amount_total: 2_000,
    currency: 'usd',
  };

  test.each<[string, object, object[]]>([
    ['as a sum', { amount_tax: 319 }, [{ amount: '3.19', rate: null, taxable: null }]],
    [
      'expanded',
      {
        amount_tax: 319,
        breakdown: { taxes: [{ amount: 319, taxable_amount: 1_681, rate: { id: 'txr_1', percentage: 19 } }] },
      },
      [{ amount: '3.19', rate: '0.19', taxable: '16.81' }],
    ],
    [
      'whose parts do not come to the sum',
      { amount_tax: 319, breakdown: { taxes: [{ amount: 300, rate: { id: 'txr_1', percentage: 19 } }] } },
      [{ amount: '3.19', rate: null, taxable: null }],
    ],
    ['that is none', { amount_tax: 0 }, []],
  ])('%s', (_what, total_details, taxes) => {
    expect(taxesIn('checkout.session.completed', { ...session, total_details })).toEqual(taxes);
  });
});
