import { describe, expect, test } from '@jest/globals';
import { percentile, percentilesOf } from './latency.ts';

/** Same buckets as the SQL function `latency_bucket`; figures.test.ts compares the two. */
function histogramOf(latenciesMs: readonly number[]): Map<number, number> {
  const histogram = new Map<number, number>();
  for (const ms of latenciesMs) {
    const bucket = ms <= 1 ? 0 : Math.ceil(4 * Math.log2(ms) - 1e-9);
    histogram.set(bucket, (histogram.get(bucket) ?? 0) + 1);
  }
  return histogram;
}

/** Nearest rank over all values. */
function exact(latenciesMs: readonly number[], share: number): number {
  const sorted = [...latenciesMs].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** A repeatable sequence between 0 and 1. */
function numbers(count: number): number[] {
  let state = 42;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  });
}

describe('percentiles', () => {
  test('of nothing are not known', () => {
    expect(percentilesOf(new Map())).toEqual({ p50_ms: null, p90_ms: null, p95_ms: null, p99_ms: null });
  });

  test.each([
    ['evenly spread', numbers(2_000).map((x) => 50 + x * 10_000)],
    ['with a long tail', numbers(2_000).map((x) => 80 * (1 - x) ** -1.5)],
    ['two humps', numbers(2_000).map((x, index) => (index % 10 === 0 ? 60_000 : 400) * (1 + x / 3))],
    ['all the same', Array.from({ length: 100 }, () => 1_234)],
    ['few', [10, 20, 4_000]],
  ])('of latencies %s are as exact as a bucket is wide', (_what, latencies) => {
    for (const share of [0.5, 0.9, 0.95, 0.99]) {
      const known = exact(latencies, share);
      const found = percentile(histogramOf(latencies), share) ?? 0;
      expect(found).toBeGreaterThanOrEqual(Math.floor(known / 2 ** 0.25));
      expect(found).toBeLessThanOrEqual(Math.ceil(known * 2 ** 0.25));
    }
  });

  test('of days that were added up are those of all their latencies', () => {
    const [monday, tuesday] = [numbers(500).map((x) => 100 + x * 300), numbers(700).map((x) => 2_000 + x * 9_000)];
    const sum = histogramOf(monday);
    for (const [bucket, n] of histogramOf(tuesday)) sum.set(bucket, (sum.get(bucket) ?? 0) + n);
    expect(percentilesOf(sum)).toEqual(percentilesOf(histogramOf([...monday, ...tuesday])));
  });

  test('never fall as the share grows', () => {
    const histogram = histogramOf(numbers(300).map((x) => 1 + x ** 8 * 100_000));
    const rising = Array.from({ length: 100 }, (_, index) => percentile(histogram, (index + 1) / 100) ?? 0);
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
  });

  test('of what took no time are a millisecond at most', () => {
    expect(percentile(new Map([[0, 3]]), 0.99)).toBe(1);
  });
});
