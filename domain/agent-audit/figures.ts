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
