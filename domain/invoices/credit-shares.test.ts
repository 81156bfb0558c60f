import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { grossOf, joined, type Share, spread, totalsOfShares } from './credit-shares.ts';

const RATES = [
  { rate: '0.19', category: 'S' },
  { rate: '0.07', category: 'S' },
  { rate: '0', category: 'Z' },
] as const;

const invoice = fc
  .tuple(...RATES.map(() => fc.nat(1_000_000)))
  .map((nets) =>
    RATES.map(
      ({ rate, category }, index): Share => ({
        rate,
        category,
        reason: null,
        netMinor: nets[index] ?? 0,
        taxMinor: Math.round((nets[index] ?? 0) * Number(rate)),
      }),
    ),
  )
  .filter((shares) => sum(shares) > 0);

const sum = (shares: readonly Share[]) => shares.reduce((total, share) => total + grossOf(share), 0);

test('parts of an invoice of several rates add up to its net and tax amounts, none beyond its rate', () => {
  fc.assert(
    fc.property(
      invoice,
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 20 }),
      (whole, portions) => {
        let credited: Share[] = [];
        const credit = (amount: number) => {
          const parts = spread(amount, whole, credited);
          expect(sum(parts)).toBe(amount);
          credited = joined([...credited, ...parts]);
          for (const share of credited) {
            const limit = whole.find(({ rate }) => rate === share.rate);
            expect(share.netMinor).toBeGreaterThanOrEqual(0);
            expect(share.taxMinor).toBeGreaterThanOrEqual(0);
            expect(share.netMinor).toBeLessThanOrEqual(limit?.netMinor ?? 0);
            expect(share.taxMinor).toBeLessThanOrEqual(limit?.taxMinor ?? 0);
          }
        };
        for (const portion of portions) {
          // Below zero takes back.
          const room = portion < 0 ? sum(credited) : sum(whole) - sum(credited);
          const amount = Math.trunc(room * portion);
          if (amount !== 0) credit(amount);
        }
        const rest = sum(whole) - sum(credited);
        if (rest > 0) credit(rest);
        const wanted = whole.filter((share) => grossOf(share) > 0);
        expect(
          [...credited].filter((share) => grossOf(share) > 0).sort((a, b) => b.rate.localeCompare(a.rate)),
        ).toEqual([...wanted].sort((a, b) => b.rate.localeCompare(a.rate)));
      },
    ),
  );
});

test('an amount is divided in proportion to what is left of each rate', () => {
  const whole: Share[] = [
    { rate: '0.19', category: 'S', reason: null, netMinor: 10_000, taxMinor: 1_900 },
    { rate: '0.07', category: 'S', reason: null, netMinor: 10_000, taxMinor: 700 },
  ];
  // 119 and 107 of 226.
  expect(totalsOfShares(spread(2_260, whole, []))).toEqual([
    { rate: '0.19', category: 'S', reason: null, taxable_minor: 1_000, tax_minor: 190 },
    { rate: '0.07', category: 'S', reason: null, taxable_minor: 1_000, tax_minor: 70 },
  ]);
  expect(() => spread(22_601, whole, [])).toThrow(RangeError);
  expect(() => spread(-1, whole, [])).toThrow(RangeError);
});
