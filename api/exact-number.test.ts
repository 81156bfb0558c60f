import { expect, test } from '@jest/globals';
import Big from 'big.js';
import fc from 'fast-check';
import { ExactNumber, exactNumber } from './exact-number.ts';

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, digits]) => new Big(units.toString()).div(10 ** digits).toFixed());

test('a decimal is written with all of its digits, and is a number for JSON', () => {
  fc.assert(
    fc.property(decimal, (text) => {
      const [written = ''] = /[^[\]]+/.exec(JSON.stringify([exactNumber(text)])) ?? [];
      // What JSON writes for a double may have an exponent.
      expect(new Big(written).eq(text)).toBe(true);
      expect(JSON.parse(written)).toBe(Number(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['9007199254740993', true],
  ['90071992547409.93', true],
  ['12345678901234.123456', true],
  ['19999999999999.98', false],
  ['0.000001', false],
  ['-0.10', false],
])('%s needs more than a double: %p', (text, isMore) => {
  expect(exactNumber(text) instanceof ExactNumber).toBe(isMore);
  expect(String(exactNumber(text))).toBe(new Big(text).toFixed());
});
