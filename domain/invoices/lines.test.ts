import { describe, expect, test } from '@jest/globals';
import Big from 'big.js';
import fc from 'fast-check';
import { exactAmount, maxMinorUnits, minorDigits, roundToMinorUnits, toMinorUnits } from '../kernel/money.ts';
import type { OrderRow } from '../orders/table.ts';
import { orderLine, taxOfCredit, totalsOf, usageLine } from './lines.ts';

const currency = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CLF');
const rate = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => new Big(millionths).div(1_000_000).toFixed());
const decimal = (max: number) =>
  fc.integer({ min: 0, max }).map((millionths) => new Big(millionths).div(1_000_000).toFixed());
const amountIn = (code: string) => fc.integer({ min: 0, max: maxMinorUnits(code) });
const money = currency.chain((code) => fc.tuple(fc.constant(code), amountIn(code)));

function order(currencyCode: string, amountMinor: number, taxIncluded: boolean): OrderRow {
  return {
    id: 1,
    partner_id: 1,
    billing_type: 'demo',
    amount_minor: amountMinor,
    currency: currencyCode,
    tax_included: taxIncluded,
    description: 'x',
    reference: 'x',
    invoice_id: null,
    created_at: new Date(0),
  };
}

const at = (taxRate: string) => ({ rate: taxRate, category: 'S', reason: null }) as const;

/** Expects a rounded amount within half a minor unit of the exact one, and even at exactly half a unit. */
function expectRounded(rounded: number, exactMinorUnits: Big): void {
  const distance = exactMinorUnits.minus(rounded).abs();
  expect(distance.lte(0.5)).toBe(true);
  if (distance.eq(0.5)) expect(rounded % 2).toBe(0);
}

test('an amount that is written out and read again is the same', () => {
  fc.assert(
    fc.property(money, ([code, minor]) => {
      expect(toMinorUnits(exactAmount(minor, code).toFixed(), code)).toBe(minor);
      // The same through JSON.
      expect(toMinorUnits(new Big(exactAmount(minor, code).toNumber()).toFixed(), code)).toBe(minor);
    }),
  );
});

test('an amount is rounded to the nearest minor unit, half to even', () => {
  const exact = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).map((n) => new Big(n).div(100_000_000));
  fc.assert(
    fc.property(currency, exact, (code, amount) => {
      expectRounded(roundToMinorUnits(amount, code), amount.times(10 ** minorDigits(code)));
    }),
  );
});

describe('the line of an order', () => {
  test('has the order’s amount, and its tax rounded once', () => {
    fc.assert(
      fc.property(money, rate, ([code, minor], taxRate) => {
        const line = orderLine(order(code, minor, false), at(taxRate));
        expect(line.amount_minor).toBe(minor);
        expectRounded(line.tax_minor, new Big(minor).times(taxRate));
      }),
    );
  });

  test('adds up to the order’s amount where that includes the tax', () => {
    fc.assert(
      fc.property(money, rate, ([code, minor], taxRate) => {
        const line = orderLine(order(code, minor, true), at(taxRate));
        expect(line.amount_minor + line.tax_minor).toBe(minor);
        const exactTax = new Big(line.amount_minor).times(taxRate);
        expect(exactTax.minus(line.tax_minor).abs().lte(1)).toBe(true);
        expect(Math.min(line.amount_minor, line.tax_minor)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

test('the line of usage rounds its amount once and its tax once', () => {
  fc.assert(
    fc.property(currency, decimal(10 ** 12), decimal(10 ** 9), rate, (code, quantity, unitPrice, taxRate) => {
      const use = { dimension: 'x', quantity, unitPrice, periodStart: '2031-05-01', periodEnd: '2031-05-31' };
      const line = usageLine(use, at(taxRate), code);
      expectRounded(line.amount_minor, new Big(quantity).times(unitPrice).times(10 ** minorDigits(code)));
      expectRounded(line.tax_minor, new Big(line.amount_minor).times(taxRate));
    }),
  );
});

test('the sums of an invoice are those of its lines, in any order', () => {
  const line = fc.record({ amount_minor: fc.nat(10 ** 9), tax_minor: fc.nat(10 ** 9) });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const totals = totalsOf(lines, 'EUR');
      expect(totals).toEqual(totalsOf([...lines].reverse(), 'EUR'));
      expect(totals.total_minor).toBe(totals.subtotal_minor + totals.tax_minor);
    }),
  );
  expect(() =>
    totalsOf(
      Array.from({ length: 2 }, () => ({ amount_minor: maxMinorUnits('EUR'), tax_minor: 0 })),
      'EUR',
    ),
  ).toThrow(RangeError);
});

test('the taxes of credit notes for a whole invoice add up to its tax, whatever the parts', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 10 ** 6 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(parts, fc.double({ min: 0, max: 1, noNaN: true }), (amounts, share) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      const invoice = { total_minor: total, tax_minor: Math.floor(total * share), credited_minor: 0 };
      let tax = 0;
      for (const amount of amounts) {
        const part = taxOfCredit(invoice, amount);
        expect(part).toBeGreaterThanOrEqual(0);
        tax += part;
        invoice.credited_minor += amount;
      }
      expect(tax).toBe(invoice.tax_minor);
    }),
  );
});
