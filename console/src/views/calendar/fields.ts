import type {
  ContentItem,
  CreateGtmEventBody,
  CreateGtmSeriesBody,
  GtmEvent,
} from '../../api/generated/client/types.gen.ts';
import { currentZone, instantOf } from '../../i18n/zone.ts';
import type { Channel, EventType } from './model.ts';
import { type Repeat, ruleOf } from './repeat.ts';
import { dayIn, displayDays, noonIn, plusDays, wallTime } from './times.ts';

/** Form values of an event. Times are local; for all-day events only the date counts. */
export interface Fields {
  title: string;
  description: string;
  type: EventType;
  channel: Channel;
  isAllDay: boolean;
  start: string;
  /** Empty when the event has no end. */
  end: string;
  timezone: string;
  campaignId: number | null;
  contentItemId: number | null;
  /** Of a new event; null where it takes place once. */
  repeat: Repeat | null;
}

/** When an event begins unless somebody says otherwise. */
export const MORNING = 'T09:00';

/** Default channel of each event type. */
export const DEFAULT_CHANNEL: Record<EventType, Channel> = {
  webinar: 'videonet',
  blog_post: 'blog',
  email_campaign: 'email',
  social_post: 'socialnet',
  product_launch: 'blog',
};

const TYPE_OF_CONTENT: Record<ContentItem['attributes']['content_type'], EventType> = {
  text_content: 'blog_post',
  blog_post: 'blog_post',
  email_draft: 'email_campaign',
  social_post: 'social_post',
  product_description: 'product_launch',
};

/** Values of a new event, which publishes `item` if given. Starts tomorrow morning unless `at` is set. */
export function newEventFields({ at, item }: { at?: string | undefined; item?: ContentItem }): Fields {
  const type = item ? TYPE_OF_CONTENT[item.attributes.content_type] : 'blog_post';
  return {
    title: item?.attributes.title.slice(0, 200) ?? '',
    description: '',
    type,
    channel: DEFAULT_CHANNEL[type],
    isAllDay: false,
    start: at && isWallTime(at) ? at : `${plusDays(dayIn(new Date()), 1)}${MORNING}`,
    end: '',
    timezone: currentZone(),
    campaignId: null,
    contentItemId: item?.id ?? null,
    repeat: null,
  };
}

/** Values of an existing event. */
export function toFields({ attributes }: GtmEvent): Fields {
  const { scheduled_at, end_at, all_day } = attributes;
  const { from, to } = displayDays(attributes);
  return {
    title: attributes.title,
    description: attributes.description ?? '',
    type: attributes.event_type,
    channel: attributes.channel,
    isAllDay: all_day,
    start: all_day ? `${from}${MORNING}` : wallTime(scheduled_at),
    end: end_at === null ? '' : all_day ? `${to}${MORNING}` : wallTime(end_at),
    timezone: attributes.timezone,
    campaignId: attributes.campaign_id,
    contentItemId: attributes.content_item_id,
    repeat: null,
  };
}

/** The request body of a new series; undefined where the event takes place once. */
export function toSeries(fields: Fields): CreateGtmSeriesBody | undefined {
  // A draft that was kept before events could repeat has no such field.
  const { repeat = null, start } = fields as Partial<Fields>;
  return repeat && start ? { ...toBody(fields), recurrence: ruleOf(repeat, start.slice(0, 10)) } : undefined;
}

/** The request body of the values. */
export function toBody(fields: Fields): CreateGtmEventBody {
  const { isAllDay, start, end, timezone } = fields;
  const moment = (wall: string) => {
    // What is not a time yet, the API refuses.
    if (Number.isNaN(Date.parse(wall))) return wall;
    return isAllDay ? noonIn(wall.slice(0, 10), timezone) : instantOf(wall);
  };
  return {
    title: fields.title,
    description: fields.description || null,
    event_type: fields.type,
    channel: fields.channel,
    all_day: isAllDay,
    scheduled_at: moment(start),
    end_at: end ? moment(end) : null,
    timezone,
    campaign_id: fields.campaignId,
    content_item_id: fields.contentItemId,
  };
}

function isWallTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
