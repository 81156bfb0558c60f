import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Movement, missingMovements, type RecordedSum } from './payments.ts';
import { MOVEMENT_KINDS } from './table.ts';

const at = (day: number) => new Date(Date.UTC(2031, 0, day));
const payment = (reference: string, amountMinor: number, day = 1): Movement => ({
  kind: 'payment',
  reference,
  amountMinor,
  at: at(day),
});
const refund = (amountMinor: number, day = 2): Movement => ({
  kind: 'refund',
  reference: 'ch_1',
  amountMinor,
  at: at(day),
});

/** The rows after each of these reports, as `kind reference amount`. */
function rowsAfter(...reports: Movement[][]): string[] {
  const rows: RecordedSum[] = [];
  for (const movements of reports)
    rows.push(...missingMovements({ gateway: 'stripe', movements, correctedAt: at(28) }, sums(rows)));
  return rows.map(({ kind, reference, amount_minor }) => `${kind} ${reference} ${amount_minor}`);
}

function sums(rows: readonly RecordedSum[]): RecordedSum[] {
  const keyOf = ({ kind, reference, received_at }: RecordedSum) => `${kind} ${reference} ${received_at?.toISOString()}`;
  return [...Map.groupBy(rows, keyOf).values()].flatMap(([first, ...rest]) =>
    first ? [{ ...first, amount_minor: [first, ...rest].reduce((sum, one) => sum + one.amount_minor, 0) }] : [],
  );
}

describe('rows are added for', () => {
  test.each<[string, Movement[][], string[]]>([
    ['a payment, once', [[payment('a', 100)], [payment('a', 100)]], ['payment a 100']],
    [
      'a second payment',
      [[payment('a', 100)], [payment('a', 100), payment('b', 50)]],
      ['payment a 100', 'payment b 50'],
    ],
    [
      'two payments of one name',
      [[payment('a', 100)], [payment('a', 100), payment('a', 50, 2)]],
      ['payment a 100', 'payment a 50'],
    ],
    [
      'an earlier payment of the same name that is told later, in one',
      [[payment('a', 50, 2)], [payment('a', 100, 1), payment('a', 50, 2)]],
      ['payment a 50', 'payment a 100'],
    ],
    ['nothing where the same money has another name', [[payment('pi', 100)], [payment('in', 100)]], ['payment pi 100']],
    [
      'the rest of a bill that names all its payments together',
      [[payment('pi', 40)], [payment('in', 100)]],
      ['payment pi 40', 'payment in 60'],
    ],
    [
      'refunds as they add up',
      [[payment('a', 100)], [payment('a', 100), refund(30)], [payment('a', 100), refund(100)]],
      ['payment a 100', 'refund ch_1 -30', 'refund ch_1 -70'],
    ],
    [
      'a refund that failed',
      [[payment('a', 100), refund(100)], [payment('a', 100)]],
      ['payment a 100', 'refund ch_1 -100', 'refund ch_1 100'],
    ],
    ['a payment that was reported by mistake', [[payment('a', 100)], []], ['payment a 100', 'payment a -100']],
    [
      'what was received before what was given back',
      [[refund(60, 1), payment('a', 100, 2)]],
      ['payment a 100', 'refund ch_1 -60'],
    ],
  ])('%s', (_what, reports, rows) => {
    expect(rowsAfter(...reports)).toEqual(rows);
  });
});

test('whatever is reported, rows come to it by kind, and no balance is below 0', () => {
  const movement = fc.record({
    kind: fc.constantFrom(...MOVEMENT_KINDS),
    reference: fc.constantFrom('a', 'b', null),
    amountMinor: fc.integer({ min: 0, max: 50 }),
    at: fc.integer({ min: 1, max: 9 }).map(at),
  });
  /** No more goes back than came. */
  const report = fc.array(movement, { maxLength: 6 }).map((movements) => [
    ...movements,
    payment(
      'rest',
      movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    ),
  ]);
  fc.assert(
    fc.property(fc.array(report, { maxLength: 6 }), (reports) => {
      const rows: RecordedSum[] = [];
      let balance = 0;
      for (const movements of reports) {
        const added = missingMovements({ gateway: 'generic', movements, correctedAt: at(28) }, sums(rows));
        for (const { amount_minor } of added) {
          balance += amount_minor;
          expect(amount_minor).not.toBe(0);
          expect(balance).toBeGreaterThanOrEqual(0);
        }
        rows.push(...added);
        for (const kind of MOVEMENT_KINDS) {
          const total = (of: readonly { kind: string; amount: number }[]) =>
            of.reduce((sum, one) => sum + (one.kind === kind ? one.amount : 0), 0);
          const reported = total(movements.map((one) => ({ kind: one.kind, amount: one.amountMinor })));
          expect(total(rows.map((one) => ({ kind: one.kind, amount: one.amount_minor })))).toBe(
            kind === 'payment' ? reported : 0 - reported,
          );
        }
      }
    }),
  );
});
