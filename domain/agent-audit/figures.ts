import { type Histogram, type Percentiles, percentilesOf } from './latency.ts';
import type { Outcome } from './table.ts';

/** Executions of a kind that ended in a way, added up. Credits are whole. */
export interface OutcomeSum {
  status: Outcome;
  n: number;
  credits: number;
  durationMs: number;
  items: number;
  lastEndedAt: Date;
}

/** Executions that ended, by how. */
interface EndedExecutions {
  total: number;
  completed: number;
  failed: number;
  cancelled: number;
}

/** What executions of a kind came to; rates and means are null where there is nothing to tell. */
export interface Figures {
  executions: EndedExecutions;
  /** Share of 1 that completed of those that completed or failed: a cancel is nobody's failure. */
  successRate: number | null;
  creditsUsed: number;
  /** Content items that they made. */
  contentItems: number;
  /** Mean time of the completed ones from acceptance to end. */
  meanLatencyMs: number | null;
  lastEndedAt: Date | null;
}

/** Adds up what the executions of a kind came to. */
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

/** Credits that a content item cost on average, to two digits; null where none was made. */
export function costPerAsset({ creditsUsed, contentItems }: Figures): number | null {
  return contentItems === 0 ? null : Math.round((creditsUsed * 100) / contentItems) / 100;
}

/** How long executions took. */
export interface Latency extends Percentiles {
  mean_ms: number | null;
}

/** How long the completed executions of a kind took, from acceptance to end. */
export function latencyOf({ meanLatencyMs }: Figures, histogram: Histogram): Latency {
  return { ...percentilesOf(histogram), mean_ms: meanLatencyMs };
}

/** What an agent's figures say of it; `idle`: nothing completed or failed. */
export const HEALTH = ['healthy', 'degraded', 'failing', 'idle'] as const;
export type Health = (typeof HEALTH)[number];

/** Below this share of successes an agent is degraded. */
export const DEGRADED_BELOW = 0.9;
/** Below this share it is failing. */
const FAILING_BELOW = 0.5;

/** Judges figures by their share of successes. */
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
