import type { GtmEvent } from '../../api/generated/client/types.gen.ts';

/** A day such as 2026-11-22. */
export type Day = string;

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
/** Weeks of the month as it is shown. */
const WEEKS_PER_GRID = 6;
/** What an event that takes no time takes on the page. */
const MIN_DISPLAY_MINUTES = 30;

type Times = Pick<GtmEvent['attributes'], 'scheduled_at' | 'end_at' | 'all_day' | 'timezone'>;

/** Days from one to another, both included. */
export interface Days {
  from: Day;
  to: Day;
}

/** The day so many days later. */
export function plusDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days later another day is. */
function daysBetween(day: Day, later: Day): number {
  return (Date.parse(`${later}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS;
}

/** The same day of a later month, or the last where it has no such day. */
export function plusMonths(day: Day, months: number): Day {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = monthOf(date.toISOString().slice(0, 10)).to;
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** First and last day of the month that the day is in. */
export function monthOf(day: Day): Days {
  const next = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { from: `${day.slice(0, 7)}-01`, to: plusDays(next.toISOString().slice(0, 10), -1) };
}

/** The week that the day is in, from Monday on. */
export function weekOf(day: Day): Days {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  const from = plusDays(day, -sinceMonday);
  return { from, to: plusDays(from, DAYS_PER_WEEK - 1) };
}

/** The weeks that show the month that the day is in. */
export function weeksOfMonth(day: Day): Days {
  const { from } = weekOf(monthOf(day).from);
  return { from, to: plusDays(from, WEEKS_PER_GRID * DAYS_PER_WEEK - 1) };
}

/** The day that a moment is on, in a zone; undefined: the viewer's own. */
export function dayIn(moment: string | Date, timeZone?: string): Day {
  // Swedish days are written as they are here.
  return new Date(moment).toLocaleDateString('sv-SE', { timeZone });
}

/** A moment as a clock on the viewer's wall has it: `2026-11-22T09:30`. */
export function wallTime(moment: string | Date): string {
  return new Date(moment).toLocaleString('sv-SE').replace(' ', 'T').slice(0, 16);
}

/** The moment at which the clock on the viewer's wall has the time. */
export function toInstant(wall: string): string {
  return new Date(wall).toISOString();
}

/** A moment on the day in the zone: its noon, which is on that day whatever the clocks do. */
export function noonIn(day: Day, timeZone: string): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const there = new Date(noon).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
  return new Date(noon - (Date.parse(`${there}Z`) - noon)).toISOString();
}

/** When an event is shown, by the viewer's clock; whole days are those of the event's own zone. */
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

/** The days on which an event is shown. */
export function displayDays(times: Times): Days {
  const { start, end } = displayTimes(times);
  return { from: start.slice(0, 10), to: end.slice(0, 10) };
}

/** What is to be changed for an event to begin where it was dropped; it lasts as long as before. */
export function reschedule(times: Times, start: string): Pick<Times, 'scheduled_at' | 'end_at'> {
  const { scheduled_at, end_at, all_day, timezone } = times;
  if (all_day) {
    const days = daysBetween(displayDays(times).from, start.slice(0, 10));
    const moved = (moment: string) => noonIn(plusDays(dayIn(moment, timezone), days), timezone);
    return { scheduled_at: moved(scheduled_at), end_at: end_at && moved(end_at) };
  }
  const begins = toInstant(start.replace(' ', 'T'));
  const laterMs = Date.parse(begins) - Date.parse(scheduled_at);
  return { scheduled_at: begins, end_at: end_at && new Date(Date.parse(end_at) + laterMs).toISOString() };
}
