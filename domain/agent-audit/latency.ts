import type { Figures } from './figures.ts';

/**
 * Latencies are stored as histograms, because histograms of days, capabilities and agents can be added up and percentiles
 * cannot. Bucket 0 holds latencies up to 1 ms, bucket `i` those above `2^((i-1)/4)` and up to `2^(i/4)` ms, so the error of a
 * percentile is below a fifth. The SQL function `latency_bucket` uses the same buckets (migration 0029).
 */
const BUCKETS_PER_DOUBLING = 4;

/** Counts by bucket number. */
export type Histogram = ReadonlyMap<number, number>;

/** Percentiles, whole milliseconds; null without data. */
export interface Percentiles {
  p50_ms: number | null;
  p90_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}

/** The published percentiles of a histogram. */
export function percentilesOf(histogram: Histogram): Percentiles {
  return {
    p50_ms: percentile(histogram, 0.5),
    p90_ms: percentile(histogram, 0.9),
    p95_ms: percentile(histogram, 0.95),
    p99_ms: percentile(histogram, 0.99),
  };
}

/**
 * The percentile for a share of 0 to 1 (nearest rank), whole milliseconds; null for an empty histogram. Values within a bucket
 * are interpolated on the logarithmic scale.
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

/** Latency of executions. */
export interface Latency extends Percentiles {
  mean_ms: number | null;
}

/** Latency of completed executions, from acceptance to end. */
export function latencyOf({ meanLatencyMs }: Figures, histogram: Histogram): Latency {
  return { ...percentilesOf(histogram), mean_ms: meanLatencyMs };
}
