import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { DAY_MS, instantOf, wallTimeIn } from '../../i18n/zone.ts';

/** A day such as 2026-11-22. */
export type Day = string;

const DAYS_PER_WEEK = 7;
/** Weeks in the month grid. */
const WEEKS_PER_GRID = 6;
/** Displayed length of events without a duration. */
const MIN_DISPLAY_MINUTES = 30;

type Times = Pick<GtmEvent['attributes'], 'scheduled_at' | 'end_at' | 'all_day' | 'timezone'>;

/** A range of days, both inclusive. */
export interface Days {
  from: Day;
  to: Day;
}

/** Adds days to a day. */
export function plusDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one day to a later one. */
function daysBetween(day: Day, later: Day): number {
  return (Date.parse(`${later}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS;
}

/** Adds months to a day, clamped to the last day of the month. */
export function plusMonths(day: Day, months: number): Day {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = monthOf(date.toISOString().slice(0, 10)).to;
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** First and last day of a month. */
export function monthOf(day: Day): Days {
  const next = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { from: `${day.slice(0, 7)}-01`, to: plusDays(next.toISOString().slice(0, 10), -1) };
}

/** The week of a day, which starts on Monday. */
export function weekOf(day: Day): Days {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  const from = plusDays(day, -sinceMonday);
  return { from, to: plusDays(from, DAYS_PER_WEEK - 1) };
}

/** The weeks of the month grid. */
export function weeksOfMonth(day: Day): Days {
  const { from } = weekOf(monthOf(day).from);
  return { from, to: plusDays(from, WEEKS_PER_GRID * DAYS_PER_WEEK - 1) };
}

/** The day of an instant in a time zone, by default the person's. */
export function dayIn(moment: string | Date, timeZone?: string): Day {
  return wallTimeIn(moment, timeZone).slice(0, 10);
}

/** Wall-clock time of an instant in the person's time zone, such as `2026-11-22T09:30`. */
export function wallTime(moment: string | Date): string {
  return wallTimeIn(moment).slice(0, 16);
}

/** Noon of a day in a time zone: an instant that is on that day in spite of clock changes. */
export function noonIn(day: Day, timeZone: string): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return new Date(noon - (Date.parse(`${wallTimeIn(noon, timeZone)}Z`) - noon)).toISOString();
}

/** Start and end in local time. All-day events use the days of their own time zone. */
export function displayTimes({ scheduled_at, end_at, all_day, timezone }: Times): { start: string; end: string } {
  if (all_day) {
    return {
      start: `${dayIn(scheduled_at, timezone)} 00:00:00`,
      end: `${dayIn(end_at ?? scheduled_at, timezone)} 23:59:59`,
    };
  }
  const shown = (moment: string | Date) => `${wallTime(moment).replace('T', ' ')}:00`;
  const takesTime = end_at !== null && end_at > scheduled_at;
  return {
    start: shown(scheduled_at),
    end: shown(takesTime ? end_at : new Date(Date.parse(scheduled_at) + MIN_DISPLAY_MINUTES * 60_000)),
  };
}

/** The days on which an event is displayed. */
export function displayDays(times: Times): Days {
  const { start, end } = displayTimes(times);
  return { from: start.slice(0, 10), to: end.slice(0, 10) };
}

/** New times of an event that was dropped at `start`. Its duration stays the same. */
export function reschedule(times: Times, start: string): Pick<Times, 'scheduled_at' | 'end_at'> {
  const { scheduled_at, end_at, all_day, timezone } = times;
  if (all_day) {
    const days = daysBetween(displayDays(times).from, start.slice(0, 10));
    const moved = (moment: string) => noonIn(plusDays(dayIn(moment, timezone), days), timezone);
    return { scheduled_at: moved(scheduled_at), end_at: end_at && moved(end_at) };
  }
  const begins = instantOf(start.replace(' ', 'T'));
  const laterMs = Date.parse(begins) - Date.parse(scheduled_at);
  return { scheduled_at: begins, end_at: end_at && new Date(Date.parse(end_at) + laterMs).toISOString() };
}
