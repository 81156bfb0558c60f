import { describe, expect, test } from '@jest/globals';
import { amountInMinorUnits, currencyCode, decimal, fromMinorUnits, plainDecimal } from './money.ts';

describe('amounts', () => {
  test.each([
    [0, 0],
    [12, 1200],
    [12.5, 1250],
    [0.07, 7],
    [1.1, 110],
    [9_999_999_999_999.99, 999_999_999_999_999],
    ['12', 1200],
    ['12.50', 1250],
    [' 007.05 ', 705],
  ])('%p is %p minor units', (amount, minorUnits) => {
    expect(amountInMinorUnits.parse(amount)).toBe(minorUnits);
  });

  test.each([
    -1,
    0.001,
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
  ])('%p is refused', (amount) => expect(amountInMinorUnits.safeParse(amount).success).toBe(false));

  test('leave as numbers with two decimals', () => {
    expect([705, 1250, 7, 0].map(fromMinorUnits)).toEqual([7.05, 12.5, 0.07, 0]);
  });
});

test('decimals keep what was written, without superfluous zeros', () => {
  const quantity = decimal(14, 6);
  expect(quantity.parse('12345678901234.123456')).toBe('12345678901234.123456');
  expect(quantity.parse('1.500000')).toBe('1.5');
  expect(quantity.safeParse('1.1234567').success).toBe(false);
  expect(quantity.safeParse('123456789012345').success).toBe(false);
  expect(['10.000000', '0.000000', '100', '0.010000'].map(plainDecimal)).toEqual(['10', '0', '100', '0.01']);
});

test('currencies are ISO 4217 codes in capitals', () => {
  for (const code of ['USD', 'EUR', 'JPY']) expect(currencyCode.parse(code)).toBe(code);
  for (const code of ['usd', 'US', 'ABC', '', 7]) expect(currencyCode.safeParse(code).success).toBe(false);
});
