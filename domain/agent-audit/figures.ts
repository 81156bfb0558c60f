import type { Outcome } from './table.ts';

/** Sums over executions with one outcome. Credits are whole. */
export interface OutcomeSum {
  status: Outcome;
  n: number;
  credits: number;
  durationMs: number;
  items: number;
  lastEndedAt: Date;
}

/** Number of ended executions by outcome. */
interface EndedExecutions {
  total: number;
  completed: number;
  failed: number;
  cancelled: number;
}

/** Figures of a set of executions; rates and means are null when there is no data. */
export interface Figures {
  executions: EndedExecutions;
  /** Completed ÷ (completed + failed), 0 to 1; cancelled executions do not count. */
  successRate: number | null;
  creditsUsed: number;
  /** Content items that the executions created. */
  contentItems: number;
  /** Mean time of completed executions from acceptance to end. */
  meanLatencyMs: number | null;
  lastEndedAt: Date | null;
}

/** Computes figures from sums. */
export function figuresOf(sums: readonly OutcomeSum[]): Figures {
  const add = (value: (sum: OutcomeSum) => number, status?: Outcome) =>
    sums.reduce((total, each) => total + (status === undefined || each.status === status ? value(each) : 0), 0);
  const count = (status?: Outcome) => add(({ n }) => n, status);
  const executions = {
    total: count(),
    completed: count('completed'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  };
  return {
    executions,
    successRate: ratio(executions.completed, executions.completed + executions.failed),
    creditsUsed: add(({ credits }) => credits),
    contentItems: add(({ items }) => items),
    meanLatencyMs: mean(
      add(({ durationMs }) => durationMs, 'completed'),
      executions.completed,
    ),
    lastEndedAt: latest(sums.map(({ lastEndedAt }) => lastEndedAt)),
  };
}

/** Mean credits of a content item, to two digits; null when there is none. */
export function costPerAsset({ creditsUsed, contentItems }: Figures): number | null {
  return contentItems === 0 ? null : Math.round((creditsUsed * 100) / contentItems) / 100;
}

/** Latency of executions. */
export interface Latency extends Percentiles {
  mean_ms: number | null;
}

/** Latency of completed executions, from acceptance to end. */
export function latencyOf({ meanLatencyMs }: Figures, histogram: Histogram): Latency {
  return { ...percentilesOf(histogram), mean_ms: meanLatencyMs };
}

/** Health of an agent; `idle`: nothing completed or failed. */
export const HEALTH = ['healthy', 'degraded', 'failing', 'idle'] as const;
export type Health = (typeof HEALTH)[number];

/** Success rate below which an agent is degraded. */
export const DEGRADED_BELOW = 0.9;
/** Success rate below which an agent is failing. */
const FAILING_BELOW = 0.5;

/** Derives an agent's health from its success rate. */
export function healthOf({ successRate }: Pick<Figures, 'successRate'>): Health {
  if (successRate === null) return 'idle';
  if (successRate < FAILING_BELOW) return 'failing';
  return successRate < DEGRADED_BELOW ? 'degraded' : 'healthy';
}

/** To four digits. */
function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 10_000) / whole) / 10_000;
}

function mean(sum: number, n: number): number | null {
  return n === 0 ? null : Math.round(sum / n);
}

function latest(moments: readonly Date[]): Date | null {
  return moments.reduce<Date | null>((last, moment) => (last === null || moment > last ? moment : last), null);
}

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
