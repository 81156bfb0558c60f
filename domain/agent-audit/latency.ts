/**
 * Latencies are kept as a histogram, since histograms of days, capabilities and agents add up and percentiles do not. Bucket 0 holds what
 * took a millisecond at most, bucket `i` what took more than `2^((i-1)/4)` and at most `2^(i/4)` ms, so that a percentile is wrong by
 * less than a fifth of itself. The SQL function `latency_bucket` counts the same way (migration 0029).
 */
const BUCKETS_PER_DOUBLING = 4;

/** How many took as long as a bucket says, by number of the bucket. */
export type Histogram = ReadonlyMap<number, number>;

/** Percentiles, whole milliseconds; null where nothing was measured. */
export interface Percentiles {
  p50_ms: number | null;
  p90_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}

/** The percentiles that are shown. */
export function percentilesOf(histogram: Histogram): Percentiles {
  return {
    p50_ms: percentile(histogram, 0.5),
    p90_ms: percentile(histogram, 0.9),
    p95_ms: percentile(histogram, 0.95),
    p99_ms: percentile(histogram, 0.99),
  };
}

/**
 * The latency that a share of all did not exceed (nearest rank), whole milliseconds; null of nothing. Within a bucket they are taken to
 * lie evenly on the logarithmic scale, as its bounds do.
 */
export function percentile(histogram: Histogram, share: number): number | null {
  const total = [...histogram.values()].reduce((sum, n) => sum + n, 0);
  const rank = Math.max(1, Math.ceil(total * share));
  let before = 0;
  for (const [bucket, n] of [...histogram].sort(([a], [b]) => a - b)) {
    if (before + n >= rank) return Math.round(2 ** ((bucket - 1 + (rank - before) / n) / BUCKETS_PER_DOUBLING));
    before += n;
  }
  return null;
}
