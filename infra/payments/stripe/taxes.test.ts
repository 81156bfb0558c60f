import { describe, expect, test } from '@jest/globals';
import { readStripeEvent } from './read.ts';

const taxesIn = (type: string, object: object) => {
  const reading = readStripeEvent(
    JSON.stringify({
      id: 'evt_1',
      type,
      created: 1_772_000_000,
      data: { object: { metadata: { partner_id: '7' }, ...object } },
    }),
  );
  return 'statement' in reading && reading.statement.fact.kind === 'paid' ? reading.statement.fact.taxes : reading;
};
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
    ['of an amount that was paid in part', { amount_paid: 5_000, tax: 1_900 }, []],
    ['that is none', { total_taxes: [] }, []],
  ])('%s', (_what, more, taxes) => {
    expect(taxesIn('invoice.paid', { ...INVOICE, ...more })).toEqual(taxes);
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
