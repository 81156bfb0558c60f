import { DAY_MS, MINUTE_MS } from '../kernel/durations.ts';
import { momentOf, offsetOfDay } from '../kernel/timezone.ts';
import type { Cron } from './cron.ts';
import { daysBetween, timesOfDay } from './occurrences.ts';

/** Moments in UTC: all whose fields have one of these values. */
export interface Calendar {
  years: number[];
  months: number[];
  days: number[];
  /** Sunday is 0. */
  weekdays: number[];
  hours: number[];
  minutes: number[];
}

const MINUTES_A_DAY = 1_440;
/** Years of a Schedule; its moments are known for almost three years ahead, and renewed once a year. */
const YEARS = 4;
/** Time that stays in a Schedule after it has passed: longer than any occurrence is caught up on. */
const PAST_DAYS = 30;
const EVERY_DAY = Array.from({ length: 31 }, (_, index) => index + 1);
const EVERY_WEEKDAY = [0, 1, 2, 3, 4, 5, 6];

/** First year of a Schedule that is made at a moment. */
function firstYear(now: Date): number {
  return new Date(now.getTime() - PAST_DAYS * DAY_MS).getUTCFullYear();
}

/**
 * The moments of an expression in a zone, for four years from thirty days ago, as calendars in UTC. The engine gets
 * moments, not local times, so its rules and its release of the zones have no say, and changed clocks are as
 * `occurrencesAfter` has them.
 */
export function calendarsOf(cron: Cron, timezone: string, now: Date): Calendar[] {
  const year = firstYear(now);
  const patterns = patternsOf(cron, timezone, Date.UTC(year, 0, 1), Date.UTC(year + YEARS, 0, 1));
  return [...patterns.values()].flatMap(({ times, days }) =>
    datesOf(days).flatMap((dates) => clocksOf(times).map((clock) => ({ ...dates, ...clock }))),
  );
}

/** UTC days with the same times of day. */
interface Pattern {
  /** Minutes after midnight UTC. */
  times: ReadonlySet<number>;
  days: number[];
}

function patternsOf(cron: Cron, timezone: string, from: number, until: number): Map<string, Pattern> {
  const partsOfDay = new Map<number, Set<Part>>();
  const partsOf = partsOfLocalDays(cron, timezone);
  for (const local of daysBetween(cron, from - 2 * DAY_MS, until + 2 * DAY_MS)) {
    for (const part of partsOf(local)) {
      const day = local + part.shift * DAY_MS;
      if (day < from || day >= until) continue;
      const parts = partsOfDay.get(day);
      if (parts) parts.add(part);
      else partsOfDay.set(day, new Set([part]));
    }
  }
  const patterns = new Map<string, Pattern>();
  for (const [day, parts] of partsOfDay) {
    const key = [...parts].map(({ id }) => id).join();
    const pattern = patterns.get(key);
    if (pattern) pattern.days.push(day);
    else patterns.set(key, { times: new Set([...parts].flatMap(({ times }) => times)), days: [day] });
  }
  return patterns;
}

/** The times of a local day that are on one day in UTC. */
interface Part {
  id: number;
  /** Days from the local day to that in UTC. */
  shift: number;
  times: number[];
}

/** Days during which the clocks are not changed have the same parts as others with their offset. */
function partsOfLocalDays(cron: Cron, timezone: string): (day: number) => Part[] {
  const times = timesOfDay(cron);
  const ofOffset = new Map<number, Part[]>();
  const known = new Map<string, Part>();
  const part = (shift: number, minutes: readonly number[]): Part => {
    const relative = minutes.map((minute) => minute - shift * MINUTES_A_DAY);
    const key = `${shift}: ${relative}`;
    const same = known.get(key) ?? { id: known.size, shift, times: relative };
    known.set(key, same);
    return same;
  };
  const split = (minutes: readonly number[]): Part[] =>
    [...Map.groupBy(minutes, (minute) => Math.floor(minute / MINUTES_A_DAY))].map(([shift, some]) => part(shift, some));
  return (day) => {
    const offset = offsetOfDay(day, timezone);
    if (offset === null)
      return split(times.map((time) => (momentOf(day + time * MINUTE_MS, timezone) - day) / MINUTE_MS));
    const parts = ofOffset.get(offset) ?? split(times.map((time) => time - offset / MINUTE_MS));
    ofOffset.set(offset, parts);
    return parts;
  };
}

/** Times of day as few products of hours and minutes. */
function clocksOf(times: ReadonlySet<number>): Pick<Calendar, 'hours' | 'minutes'>[] {
  const minutesOf = Map.groupBy([...times].sort(ascending), (time) => Math.floor(time / 60));
  const hoursOf = Map.groupBy(minutesOf, ([, some]) => some.map((time) => time % 60).join());
  return [...hoursOf].map(([minutes, hours]) => ({
    hours: hours.map(([hour]) => hour),
    minutes: minutes.split(',').map(Number),
  }));
}

type Dates = Pick<Calendar, 'years' | 'months' | 'days' | 'weekdays'>;

/** Days as few products of years, months and days, or days of the week where a month has all of those. */
function datesOf(days: readonly number[]): Dates[] {
  const months = Map.groupBy(days, (day) => new Date(day).toISOString().slice(0, 7));
  const alike = Map.groupBy(months, ([, some]) => JSON.stringify(daysOfMonth(some)));
  return [...alike].flatMap(([key, entries]) => {
    const ofMonth = JSON.parse(key) as Pick<Calendar, 'days' | 'weekdays'>;
    const monthsOf = Map.groupBy(entries, ([month]) => Number(month.slice(0, 4)));
    const yearsOf = Map.groupBy(monthsOf, ([, some]) => some.map(([month]) => Number(month.slice(5))).join());
    return [...yearsOf].map(([list, years]) => ({
      years: years.map(([year]) => year),
      months: list.split(',').map(Number),
      ...ofMonth,
    }));
  });
}

/** Days of one month, ascending. */
function daysOfMonth(days: readonly number[]): Pick<Calendar, 'days' | 'weekdays'> {
  const dates = days.map((day) => new Date(day));
  const weekdays = [...new Set(dates.map((date) => date.getUTCDay()))].sort(ascending);
  const first = dates[0] ?? new Date(0);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const isWeekly =
    EVERY_DAY.filter(
      (day) =>
        day <= length &&
        weekdays.includes(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), day)).getUTCDay()),
    ).length === dates.length;
  if (isWeekly) return { days: EVERY_DAY, weekdays };
  return { days: dates.map((date) => date.getUTCDate()), weekdays: EVERY_WEEKDAY };
}

const ascending = (a: number, b: number) => a - b;
