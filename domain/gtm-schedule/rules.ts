import type { EventType } from '../capabilities/types.ts';
import { type Day, dayOf, momentAt, nextDay } from './business-days.ts';
import type { GtmEventRow } from './table.ts';

/** How people and calendars see each type: its name, a colour (hex), and a name of an icon. */
export const EVENT_LOOKS: Record<EventType, { label: string; color: string; icon: string }> = {
  webinar: { label: 'Webinar', color: '#7C3AED', icon: 'video' },
  blog_post: { label: 'Blog post', color: '#2563EB', icon: 'file-text' },
  email_campaign: { label: 'Email campaign', color: '#D97706', icon: 'mail' },
  social_post: { label: 'Social post', color: '#059669', icon: 'share' },
  product_launch: { label: 'Product launch', color: '#DC2626', icon: 'rocket' },
};

/** Longest event, days; the schedule finds what reaches into a range by it. */
const MAX_EVENT_DAYS = 366;
const DAY_MS = 86_400_000;

/** What says when an event takes place. */
export type EventTimes = Pick<GtmEventRow, 'scheduled_at' | 'end_at' | 'all_day' | 'timezone'>;

/** The days of an event that lasts all day, in its zone: the first, and the one after the last. */
export function allDaySpan({ scheduled_at, end_at, timezone }: EventTimes): { first: Day; end: Day } {
  return { first: dayOf(scheduled_at, timezone), end: nextDay(dayOf(end_at ?? scheduled_at, timezone)) };
}

/** What an event takes of time, the end exclusive. */
export function occupationOf(times: EventTimes): Pick<GtmEventRow, 'occupied_from' | 'occupied_until'> {
  if (!times.all_day) {
    return { occupied_from: times.scheduled_at, occupied_until: times.end_at ?? times.scheduled_at };
  }
  const { first, end } = allDaySpan(times);
  return { occupied_from: momentAt(first, 0, times.timezone), occupied_until: momentAt(end, 0, times.timezone) };
}

/** What is wrong with the end of an event; undefined: nothing. */
export function problemOfEnd({
  scheduled_at,
  end_at,
}: Pick<EventTimes, 'scheduled_at' | 'end_at'>): string | undefined {
  if (end_at === null) return undefined;
  const lastsMs = end_at.getTime() - scheduled_at.getTime();
  if (lastsMs < 0) return 'Must not be before `scheduled_at`.';
  return lastsMs > MAX_EVENT_DAYS * DAY_MS
    ? `Must be at most ${MAX_EVENT_DAYS} days after \`scheduled_at\`.`
    : undefined;
}

/** Moments from one on and before another. */
export interface TimeRange {
  from: Date;
  until: Date;
}

/** The moments of UTC days, both inclusive. */
export function rangeOfDays(first: Day, last: Day): TimeRange {
  return { from: new Date(`${first}T00:00:00Z`), until: new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS) };
}

/** Days that a feed reaches back. */
const FEED_DAYS_BACK = 30;

/** What a feed shows at a moment: whole UTC days, so that it changes by itself at midnight only. */
export function feedRange(now: Date, lookaheadDays: number): TimeRange {
  const today = startOfUtcDay(now).getTime();
  return {
    from: new Date(today - FEED_DAYS_BACK * DAY_MS),
    until: new Date(today + (lookaheadDays + 1) * DAY_MS),
  };
}

/** Midnight in UTC before a moment. */
export function startOfUtcDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}
