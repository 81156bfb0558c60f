import { DAY_MS } from './durations.ts';

/** The UTC day of a moment, `YYYY-MM-DD`. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The UTC day `days` before the day of a moment. */
export function utcDayBefore(moment: Date, days: number): string {
  return utcDay(new Date(moment.getTime() - days * DAY_MS));
}

/** The earliest day that PostgreSQL and JavaScript dates share. */
const FIRST_DAY = '0001-01-01';

/**
 * First and last UTC day of what is asked for: up to today, or to the first one where that is later, and the last `days` of them
 * unless the first one is given.
 */
export function daysAsked(
  now: Date,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  days: number,
): { from: string; to: string } {
  const last = to ?? (from === undefined ? utcDay(now) : laterOf(from, utcDay(now)));
  return { from: from ?? laterOf(FIRST_DAY, utcDayBefore(new Date(last), days - 1)), to: last };
}

function laterOf(day: string, other: string): string {
  return day > other ? day : other;
}

/** Whole seconds, at least 1, until midnight UTC, when daily limits start anew. */
export function secondsToUtcMidnight(moment: Date): number {
  return Math.ceil((DAY_MS - (moment.getTime() % DAY_MS)) / 1000);
}
