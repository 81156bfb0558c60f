import { DAY_MS, MINUTE_MS } from '../kernel/durations.ts';
import { momentOf, offsetAt } from '../kernel/timezone.ts';
import type { Cron } from './cron.ts';

/** Longest gap between two 29 Februaries, days: 2096 to 2104. */
const LONGEST_GAP_DAYS = 8 * 366;

/** Times of day of an expression, minutes after midnight, ascending. */
export function timesOfDay({ hours, minutes }: Cron): number[] {
  return hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
}

/** Local days of an expression in a range of them, as milliseconds as if they were UTC; the last exclusive. */
export function* daysBetween(cron: Cron, from: number, until: number): Generator<number> {
  for (let day = from; day < until; day += DAY_MS) {
    const date = new Date(day);
    const isNamed =
      cron.days.includes(date.getUTCDate()) &&
      cron.months.includes(date.getUTCMonth() + 1) &&
      cron.weekdays.includes(date.getUTCDay());
    if (isNamed) yield day;
  }
}

/** The days of an expression in the years in which every possible date comes, from a moment on. */
export function allDays(cron: Cron, from: Date): Generator<number> {
  const first = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
  return daysBetween(cron, first, first + LONGEST_GAP_DAYS * DAY_MS);
}

/**
 * Moments of an expression in a zone after a moment, ascending. A time that the clocks leave out is the moment at which
 * they are changed; one that they show twice is the first. Times that come to the same moment are one.
 */
export function* occurrencesAfter(cron: Cron, timezone: string, after: number): Generator<number> {
  const times = timesOfDay(cron);
  const today = Math.floor((after + offsetAt(after, timezone)) / DAY_MS) * DAY_MS;
  let last = after;
  // From the day before: its last times may be left out, and so come later.
  for (const day of daysBetween(cron, today - DAY_MS, today + LONGEST_GAP_DAYS * DAY_MS)) {
    for (const time of times) {
      const moment = momentOf(day + time * MINUTE_MS, timezone);
      if (moment <= last) continue;
      last = moment;
      yield moment;
    }
  }
}
