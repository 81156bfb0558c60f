import type { EventType } from '../capabilities/types.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { type Day, dayOf, momentAt, nextDay } from './business-days.ts';
import type { CalendarEvent, GtmEventRow } from './table.ts';

/** Label, colour (hex) and icon name of each event type. */
export const EVENT_STYLES: Record<EventType, { label: string; color: string; icon: string }> = {
  webinar: { label: 'Webinar', color: '#7C3AED', icon: 'video' },
  blog_post: { label: 'Blog post', color: '#2563EB', icon: 'file-text' },
  email_campaign: { label: 'Email campaign', color: '#D97706', icon: 'mail' },
  social_post: { label: 'Social post', color: '#059669', icon: 'share' },
  product_launch: { label: 'Product launch', color: '#DC2626', icon: 'rocket' },
};

/** Maximum length of an event, days; queries for overlaps depend on it. */
export const MAX_EVENT_DAYS = 366;

/** The fields that define when an event takes place. */
export type EventTimes = Pick<GtmEventRow, 'scheduled_at' | 'end_at' | 'all_day' | 'timezone'>;

/** First day of an all-day event in its zone, and the day after its last one. */
export function allDaySpan({ scheduled_at, end_at, timezone }: EventTimes): { first: Day; end: Day } {
  return { first: dayOf(scheduled_at, timezone), end: nextDay(dayOf(end_at ?? scheduled_at, timezone)) };
}

/** The time range that an event occupies, end exclusive. */
export function occupiedRange(times: EventTimes): Pick<GtmEventRow, 'occupied_from' | 'occupied_until'> {
  if (!times.all_day) {
    return { occupied_from: times.scheduled_at, occupied_until: times.end_at ?? times.scheduled_at };
  }
  const { first, end } = allDaySpan(times);
  return { occupied_from: momentAt(first, 0, times.timezone), occupied_until: momentAt(end, 0, times.timezone) };
}

/** Why the end of an event is invalid; undefined when it is valid. */
export function endProblem({ scheduled_at, end_at }: Pick<EventTimes, 'scheduled_at' | 'end_at'>): string | undefined {
  if (end_at === null) return undefined;
  const lastsMs = end_at.getTime() - scheduled_at.getTime();
  if (lastsMs < 0) return 'Must not be before `scheduled_at`.';
  return lastsMs > MAX_EVENT_DAYS * DAY_MS
    ? `Must be at most ${MAX_EVENT_DAYS} days after \`scheduled_at\`.`
    : undefined;
}

/** A time range, end exclusive. */
export interface TimeRange {
  from: Date;
  until: Date;
}

/** The time range of UTC days, both inclusive. */
export function rangeOfDays(first: Day, last: Day): TimeRange {
  return { from: new Date(`${first}T00:00:00Z`), until: new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS) };
}

/** An event in one version of it: `<id>:<sequence>:<milliseconds of its last change>`. */
export type EventVersion = string;

/** The version that a row is. */
export function versionOf({ id, sequence, updated_at }: CalendarEvent): EventVersion {
  return `${id}:${sequence}:${updated_at.getTime()}`;
}

/** The id of an event that a version is of. */
export function idOf(version: EventVersion): string {
  return version.slice(0, version.indexOf(':'));
}

/** Days that a feed reaches back. */
const FEED_DAYS_BACK = 30;

/** Time range of a feed at a moment: whole UTC days, so that time alone changes it at midnight only. */
export function feedRange(now: Date, lookaheadDays: number): TimeRange {
  const today = startOfUtcDay(now).getTime();
  return {
    from: new Date(today - FEED_DAYS_BACK * DAY_MS),
    until: new Date(today + (lookaheadDays + 1) * DAY_MS),
  };
}

/** The last midnight in UTC before a moment. */
export function startOfUtcDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}
