import type { GtmEvent } from '../../api/generated/client/types.gen.ts';

type Attributes = GtmEvent['attributes'];
/** Type of an event. */
export type EventType = Attributes['event_type'];
/** Channel of an event. */
export type Channel = Attributes['channel'];

/** Types of events. */
export const EVENT_TYPES = [
  'webinar',
  'blog_post',
  'email_campaign',
  'social_post',
  'product_launch',
] as const satisfies readonly EventType[];

/** Channels of events. */
export const CHANNELS = ['email', 'blog', 'socialnet', 'microblog', 'videonet'] as const satisfies readonly Channel[];

/** Views of the calendar. */
export const CALENDAR_VIEWS = ['month', 'week', 'agenda'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** Theme colours of the event types. */
export const COLORS: Record<EventType, string> = {
  webinar: 'violet',
  blog_post: 'blue',
  email_campaign: 'orange',
  social_post: 'teal',
  product_launch: 'red',
};
