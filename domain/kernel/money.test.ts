import { describe, expect, test } from '@jest/globals';
import Big from 'big.js';
import fc from 'fast-check';
import {
  amount,
  amountProblem,
  amountText,
  currencyCode,
  decimal,
  exactAmount,
  fromMinorUnits,
  plainDecimal,
  roundToMinorUnits,
  toMinorUnits,
} from './money.ts';

describe('amounts', () => {
  test.each([
    [0, 'EUR', 0],
    [12, 'EUR', 1200],
    [12.5, 'EUR', 1250],
    [0.07, 'EUR', 7],
    [1.1, 'EUR', 110],
    [9_999_999_999_999.99, 'EUR', 999_999_999_999_999],
    ['12', 'EUR', 1200],
    ['12.50', 'EUR', 1250],
    [' 007.05 ', 'EUR', 705],
    ['1.25', 'IQD', 1250],
    ['1.255', 'KWD', 1255],
    ['999999999999.999', 'KWD', 999_999_999_999_999],
    [1200, 'JPY', 1200],
    ['1200.00', 'JPY', 1200],
    ['9999999999999', 'JPY', 9_999_999_999_999],
    ['0.0001', 'CLF', 1],
  ])('%p %s is %p minor units', (written, currency, minorUnits) => {
    expect(toMinorUnits(amount.parse(written), currency)).toBe(minorUnits);
  });

  test.each([
    -1,
    0.1 + 0.2,
    1e21,
    1e-7,
    Number.NaN,
    '',
    '1,5',
    '-1',
    '1.',
    '.5',
    '1e3',
    '10000000000000',
    null,
    true,
    undefined,
  ])('%p is refused', (written) => expect(amount.safeParse(written).success).toBe(false));

  test.each([
    ['0.001', 'EUR', 'Must have at most 2 digits after the point, since EUR has no more.'],
    ['0.0001', 'KWD', 'Must have at most 3 digits after the point, since KWD has no more.'],
    ['0.5', 'JPY', 'Must have no digits after the point, since JPY has none.'],
    ['10000000000000', 'EUR', 'Must be less than 10000000000000 in EUR.'],
    ['10000000000000', 'JPY', 'Must be less than 10000000000000 in JPY.'],
    ['1000000000000', 'KWD', 'Must be less than 1000000000000 in KWD.'],
  ])('%s is none in %s: %s', (written, currency, problem) => {
    expect(amountProblem(written, currency)).toBe(problem);
    expect(() => toMinorUnits(written, currency)).toThrow(problem);
  });

  test('are serialised as numbers and texts with the digits of the currency', () => {
    expect([705, 1250, 7, 0].map((minor) => fromMinorUnits(minor, 'EUR'))).toEqual([7.05, 12.5, 0.07, 0]);
    expect([fromMinorUnits(1200, 'JPY'), fromMinorUnits(1255, 'KWD')]).toEqual([1200, 1.255]);
    expect([amountText(1250, 'EUR'), amountText(0, 'EUR'), amountText(1200, 'JPY')]).toEqual(['12.50', '0.00', '1200']);
    expect([amountText(-5, 'EUR'), amountText(-50, 'EUR'), amountText(-7, 'JPY')]).toEqual(['-0.05', '-0.50', '-7']);
  });

  test.each([
    ['0.005', 0],
    ['0.015', 2],
    ['0.025', 2],
    ['0.0250000001', 3],
    ['2.675', 268],
  ])('%s EUR is rounded to %p, half to even', (exact, minorUnits) => {
    expect(roundToMinorUnits(new Big(exact), 'EUR')).toBe(minorUnits);
  });

  test('out of range throw an error', () => {
    expect(() => roundToMinorUnits(new Big('10000000000000'), 'EUR')).toThrow(RangeError);
  });
});

test('decimals keep their value, without superfluous zeros', () => {
  const quantity = decimal(14, 6);
  expect(quantity.parse('12345678901234.123456')).toBe('12345678901234.123456');
  expect(quantity.parse('1.500000')).toBe('1.5');
  expect(quantity.safeParse('1.1234567').success).toBe(false);
  expect(quantity.parse(123456789012.125)).toBe('123456789012.125');
  // JSON.parse has made it of 12345678901234.123456.
  expect(quantity.safeParse(12345678901234.123).error?.issues).toMatchObject([
    { message: expect.stringContaining('Must be a string') },
  ]);
  expect(quantity.safeParse('123456789012345').success).toBe(false);
  expect(['10.000000', '0.000000', '100', '0.010000'].map(plainDecimal)).toEqual(['10', '0', '100', '0.01']);
});

test('currencies are ISO 4217 codes in capitals in which something can be paid', () => {
  for (const code of ['USD', 'EUR', 'JPY', 'KWD', 'XAF']) expect(currencyCode.parse(code)).toBe(code);
  for (const code of ['usd', 'US', 'ABC', '', 7, 'XAU', 'XTS'])
    expect(currencyCode.safeParse(code).success).toBe(false);
});

test.each(['EUR', 'JPY', 'KWD', 'CLF'])('an amount in %s as a number is the nearest one to its decimal', (currency) => {
  const minorUnits = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
  const isNearest = (units: number) => fromMinorUnits(units, currency) === exactAmount(units, currency).toNumber();
  fc.assert(fc.property(minorUnits, isNearest), { numRuns: 1_000 });
});
