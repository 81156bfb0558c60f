import { tz } from '@date-fns/tz';
// One import per function: loading all of date-fns takes seconds and some hundred megabytes.
import { addBusinessDays as addTo } from 'date-fns/addBusinessDays';
import { addDays } from 'date-fns/addDays';
import { formatISO } from 'date-fns/formatISO';
import { isWeekend } from 'date-fns/isWeekend';
import { parseISO } from 'date-fns/parseISO';
import { HOUR_MS } from '../kernel/durations.ts';
import { momentOf } from '../kernel/timezone.ts';

/** A calendar day without a time, `YYYY-MM-DD`. */
export type Day = string;

/** Days are counted in UTC, where clocks never change. */
const CALENDAR = { in: tz('UTC') };

/** The day of a moment in a time zone (IANA name). */
export function dayOf(moment: Date, timezone: string): Day {
  return formatISO(moment, { in: tz(timezone), representation: 'date' });
}

/** The day itself, or the following Monday when it is on a weekend. */
export function businessDay(day: Day): Day {
  return isWeekend(parseISO(day, CALENDAR)) ? addBusinessDays(day, 1) : day;
}

/** The day a number of business days (Monday to Friday) later, or earlier when negative. */
export function addBusinessDays(day: Day, days: number): Day {
  return dayOf(addTo(parseISO(day, CALENDAR), days, CALENDAR), 'UTC');
}

/** The day after. */
export function nextDay(day: Day): Day {
  return dayOf(addDays(parseISO(day, CALENDAR), 1, CALENDAR), 'UTC');
}

/** The moment at which local time in the zone reaches the hour on that day; of two, the first. */
export function momentAt(day: Day, hour: number, timezone: string): Date {
  return new Date(momentOf(Date.parse(day) + hour * HOUR_MS, timezone));
}
