import { DAY_MS } from '../kernel/durations.ts';
import { momentOf, offsetAt } from '../kernel/timezone.ts';
import { daysOfRule } from './recurrence-days.ts';
import { MAX_OCCURRENCES, type RecurrenceRule } from './recurrence-rule.ts';
import type { EventTimes } from './rules.ts';
import type { GtmEventRow } from './table.ts';

/** Longest time between the first and the last event of a series, years. */
const MAX_YEARS = 10;
/** Last year of events, in UTC: some calendars cannot show later ones. */
export const LAST_YEAR = 2199;
const MAX_DAYS = MAX_YEARS * 366;

/** When an event of a series takes place, and when it does by the rule. */
export type OccurrenceTimes = Pick<
  GtmEventRow,
  'scheduled_at' | 'end_at' | 'occupied_from' | 'occupied_until' | 'occurrence_at'
>;

/** Problems of fields, as a validation error has them. */
type Problems = Record<'recurrence' | 'scheduled_at', string>;

/**
 * The times of a series, the given ones first: the same time of day in its zone, whatever the clocks do. A time that the
 * clocks leave out is the moment at which they are changed, one that they show twice the first, as for triggers. An event
 * lasts as long as the first; of whole days, as many.
 */
export function occurrencesOf(
  rule: RecurrenceRule,
  times: EventTimes,
): { occurrences: OccurrenceTimes[] } | { problems: Partial<Problems> } {
  const { timezone } = times;
  const scheduledAt = times.scheduled_at.getTime();
  const local = localOf(scheduledAt, timezone);
  const first = Math.floor(local / DAY_MS);
  const found: OccurrenceTimes[] = [];
  const { count = MAX_OCCURRENCES, until } = rule;
  const last = Math.min(first + MAX_DAYS, until && 'day' in until ? until.day : Infinity);
  for (const day of daysOfRule(rule, { first, last })) {
    const moment = day === first ? scheduledAt : momentOf(local + (day - first) * DAY_MS, timezone);
    if (until && 'moment' in until && moment > until.moment) break;
    // Readers of calendars disagree about a start that the rule leaves out, so there is none.
    if (found.length === 0 && day !== first)
      return { problems: { scheduled_at: `Must be on a day of the rule; the first after it is ${dayText(day)}.` } };
    if (found.length === MAX_OCCURRENCES)
      return { problems: { recurrence: `Must have at most ${MAX_OCCURRENCES} events.` } };
    found.push(timesAt(times, { moment, day }));
    if (rule.count === found.length) break;
  }
  if (found.length === 0)
    return { problems: { recurrence: 'Has no events: it ends before `scheduled_at`, or never comes.' } };
  if (rule.count !== undefined && found.length < count)
    return { problems: { recurrence: `Must have its last event within ${MAX_YEARS} years.` } };
  if (until && endsLater(until, first + MAX_DAYS))
    return { problems: { recurrence: `Must end within ${MAX_YEARS} years.` } };
  if ((found.at(-1)?.scheduled_at.getUTCFullYear() ?? 0) > LAST_YEAR)
    return { problems: { recurrence: `Must have its last event in the year ${LAST_YEAR} or before.` } };
  return { occurrences: found };
}

/** Whether a rule ends after a day, so that not all of it was looked at. */
function endsLater(until: NonNullable<RecurrenceRule['until']>, day: number): boolean {
  return ('day' in until ? until.day : Math.floor(until.moment / DAY_MS)) > day;
}

/** The day of a time zone on which a moment is, as a number since 1970. */
export function localDay(moment: Date, timezone: string): number {
  return Math.floor(localOf(moment.getTime(), timezone) / DAY_MS);
}

/**
 * The same times on the first day of a rule at which they are after a moment; null where the rule has none within ten years.
 * Intervals count from the days of the given times.
 */
export function firstOfRule(rule: RecurrenceRule, times: EventTimes, after: Date): EventTimes | null {
  const first = localDay(times.scheduled_at, times.timezone);
  const local = localOf(times.scheduled_at.getTime(), times.timezone);
  for (const day of daysOfRule(rule, { first, last: first + MAX_DAYS })) {
    const moment =
      day === first ? times.scheduled_at.getTime() : momentOf(local + (day - first) * DAY_MS, times.timezone);
    if (moment > after.getTime()) return { ...times, ...timesAt(times, { moment, day }) };
  }
  return null;
}

/** Local time as if it were UTC, milliseconds. */
function localOf(moment: number, timezone: string): number {
  return moment + offsetAt(moment, timezone);
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Times like the given ones at another moment of the same zone; `day` is its local day. */
function timesAt(like: EventTimes, { moment, day }: { moment: number; day: number }): OccurrenceTimes {
  const { scheduled_at, end_at, all_day, timezone } = like;
  const occurrence = { scheduled_at: new Date(moment), occurrence_at: new Date(moment) };
  if (!all_day) {
    const end = end_at && new Date(moment + end_at.getTime() - scheduled_at.getTime());
    return {
      ...occurrence,
      end_at: end,
      occupied_from: occurrence.scheduled_at,
      occupied_until: end ?? occurrence.scheduled_at,
    };
  }
  const start = localOf(scheduled_at.getTime(), timezone);
  // From the midnight before the first event to its end.
  const reaches = (end_at ? localOf(end_at.getTime(), timezone) : start) - Math.floor(start / DAY_MS) * DAY_MS;
  const end = day * DAY_MS + reaches;
  const dayAfter = (Math.floor(end / DAY_MS) + 1) * DAY_MS;
  return {
    ...occurrence,
    end_at: end_at && new Date(Math.max(momentOf(end, timezone), moment)),
    occupied_from: new Date(momentOf(day * DAY_MS, timezone)),
    occupied_until: new Date(momentOf(dayAfter, timezone)),
  };
}

/** The times of an event that begins at another time of its day, and lasts other minutes; what is undefined stays. */
export function retimed(
  { scheduled_at, end_at, timezone }: EventTimes,
  { timeOfDayMs, lastsMs }: { timeOfDayMs: number | undefined; lastsMs: number | null | undefined },
): Omit<OccurrenceTimes, 'occurrence_at'> {
  const today = Math.floor(localOf(scheduled_at.getTime(), timezone) / DAY_MS) * DAY_MS;
  const start = timeOfDayMs === undefined ? scheduled_at : new Date(momentOf(today + timeOfDayMs, timezone));
  const kept = end_at && end_at.getTime() - scheduled_at.getTime();
  const lasts = lastsMs === undefined ? kept : lastsMs;
  const end = lasts === null ? null : new Date(start.getTime() + lasts);
  return { scheduled_at: start, end_at: end, occupied_from: start, occupied_until: end ?? start };
}
