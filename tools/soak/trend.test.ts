import { expect, test } from '@jest/globals';
import { grows, trendOf } from './trend.ts';

test('a line is found whole, without error', () => {
  const { slope, error } = trendOf([3, 5, 7, 9]);
  expect(slope).toBeCloseTo(2);
  expect(error).toBeCloseTo(0);
});

test('a leak grows, whatever noise lies on it; noise alone does not', () => {
  const noise = [0, 4, -3, 2, -4, 3, -2, 1, -1, 4, -3, 0];
  const leak = noise.map((value, minute) => 150 + value + 2 * minute);
  expect(grows(trendOf(leak), 0.5)).toBe(true);
  expect(grows(trendOf(noise), 0.5)).toBe(false);
});

test('what falls does not grow', () => {
  expect(grows(trendOf([9, 6, 3, 0]), 0.5)).toBe(false);
});

test('two values have no trend', () => {
  expect(() => trendOf([1, 2])).toThrow('three');
});
