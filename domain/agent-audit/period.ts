import { z } from 'zod';
import { type Call, isSandbox } from '../kernel/call.ts';
import { daysAsked, utcDay } from '../kernel/days.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { invalid } from '../kernel/errors.ts';
import { withDayRange } from '../kernel/schema.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** UTC days, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

/** Selects executions by period and by live or sandbox key. */
export interface Scope {
  period: Period;
  sandbox: boolean;
}

export const figuresQuery = withDayRange({
  sandbox: z
    .boolean()
    .optional()
    .describe(
      'Metrics of sandbox executions, which are never mixed with others; defaults to the credential’s own mode.',
    ),
});

/** Reads the scope from a query; the default is the last 30 days. Throws VALIDATION_ERROR for more than a year. */
export function scopeOf(
  call: Call,
  now: Date,
  { sandbox, ...days }: { from?: string | undefined; to?: string | undefined; sandbox?: boolean | undefined },
): Scope {
  const period = daysAsked(now, days, DEFAULT_DAYS);
  if (daysIn(period) > MAX_DAYS) {
    throw invalid({ from: [`Must be at most ${MAX_DAYS} days before the last day.`] });
  }
  return { period, sandbox: sandbox ?? isSandbox(call) };
}

function daysIn({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Each day of the period. */
export function eachDay(period: Period): string[] {
  const first = Date.parse(period.from);
  return Array.from({ length: daysIn(period) }, (_, index) => utcDay(new Date(first + index * DAY_MS)));
}
