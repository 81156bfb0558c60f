import { expect, test } from '@jest/globals';
import { rangesUpTo } from './id-ranges.ts';

const startsOf = (lastId: number) =>
  rangesUpTo(lastId)
    .map(({ after }) => after)
    .sort((one, other) => one - other);

test('a pass looks at all ids while they are few', () => {
  expect(rangesUpTo(0)).toEqual([]);
  expect(rangesUpTo(1)).toEqual([{ after: 0, upTo: 10_000 }]);
  expect(rangesUpTo(10_000)).toEqual([{ after: 0, upTo: 10_000 }]);
  expect(startsOf(10_001)).toEqual([0, 10_000]);
  expect(startsOf(50_000)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
});

test('of many ids it looks at as many, and passes together at each', () => {
  const seen = new Set(Array.from({ length: 300 }, () => startsOf(95_000)).flat());
  expect(rangesUpTo(95_000)).toHaveLength(5);
  expect([...seen].sort((one, other) => one - other)).toEqual(Array.from({ length: 10 }, (_, n) => n * 10_000));
});
