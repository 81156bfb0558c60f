import { z } from 'zod';
import { EVENT_CHANNELS, EVENT_TYPES } from '../../domain/capabilities/types.ts';
import type { Subscription } from '../../domain/gtm-schedule/operations/subscribe.ts';
import { EVENT_STYLES } from '../../domain/gtm-schedule/rules.ts';
import type {
  EventPage,
  EventQuery,
  GtmCampaignRow,
  GtmEventRow,
  GtmSeriesRow,
} from '../../domain/gtm-schedule/table.ts';
import { API_PREFIX } from '../paths.ts';
import { datetimeSchema, idSchema, page, presenter, resource } from '../resource.ts';

/** Path of the schedule, relative to the API's prefix. */
export const PREFIX = '/gtm-schedule';

const text = z.string();

/** An event of the schedule. */
export const gtmEventResource = resource({
  type: 'gtm_event',
  id: text.describe('`evt_` and a ULID.'),
  attributes: {
    title: text,
    description: text.nullable(),
    scheduled_at: datetimeSchema,
    end_at: datetimeSchema.nullable(),
    all_day: z.boolean(),
    timezone: text,
    event_type: z.enum(EVENT_TYPES),
    event_type_label: text,
    channel: z.enum(EVENT_CHANNELS),
    color: text.describe('Hexadecimal, such as #2563EB.'),
    icon: text,
    campaign_id: idSchema.nullable(),
    content_item_id: idSchema.nullable(),
    execution_id: idSchema.nullable().describe('The execution that dated it.'),
    series_id: idSchema.nullable().describe('The series that it repeats in.'),
    occurrence_at: datetimeSchema.nullable().describe('When it takes place by the rule of its series.'),
    series_exception: z.boolean().describe('It was changed by itself; changes of its series leave it as it is.'),
    sandbox: z.boolean(),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  links: { self: text, ics: text },
  present: (event: GtmEventRow) => {
    const { label, color, icon } = EVENT_STYLES[event.event_type];
    const self = `${API_PREFIX}${PREFIX}/events/${event.id}`;
    return {
      attributes: {
        event_type_label: label,
        color,
        icon,
        campaign_id: event.campaign_id,
      },
      links: { self, ics: `${self}/ics` },
    };
  },
});

const eventPage = page(gtmEventResource);

/** A page of events, with links to the same events as files. */
export const gtmEventPage = presenter(
  eventPage.schema.extend({ links: z.object({ ics_download: text, csv_download: text }) }),
  (events: EventPage, context) => ({
    ...eventPage.present(events, context),
    links: { ics_download: exportPath('ics', events.query), csv_download: exportPath('csv', events.query) },
  }),
);

function exportPath(format: string, { start_date, end_date, event_types, channels, campaign_id }: EventQuery): string {
  const query = new URLSearchParams({ format, start_date, end_date });
  for (const type of event_types ?? []) query.append('event_types', type);
  for (const channel of channels ?? []) query.append('channels', channel);
  if (campaign_id !== undefined) query.append('campaign_id', String(campaign_id));
  return `${API_PREFIX}${PREFIX}/export?${query}`;
}

/** The values that filter lists, exports and feeds. */
export const eventWords = presenter(
  z.object({ event_types: z.array(z.enum(EVENT_TYPES)), channels: z.array(z.enum(EVENT_CHANNELS)) }),
  (words: { event_types: (typeof EVENT_TYPES)[number][]; channels: (typeof EVENT_CHANNELS)[number][] }) => words,
);

/** A campaign. */
export const gtmCampaignResource = resource({
  type: 'gtm_campaign',
  attributes: {
    name: text,
    description: text.nullable(),
    start_date: z.iso.date().nullable(),
    end_date: z.iso.date().nullable(),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  present: (_campaign: GtmCampaignRow) => ({}),
});

/** A series of events that repeat. */
export const gtmSeriesResource = resource({
  type: 'gtm_series',
  attributes: {
    title: text,
    recurrence: text.describe('Rule of RFC 5545.'),
    starts_at: datetimeSchema.describe('The first event.'),
    all_day: z.boolean(),
    timezone: text,
    occurrence_count: z.int().describe('Events that the rule gave.'),
    cancelled_from: datetimeSchema.nullable().describe('From when on its events were cancelled, exceptions apart.'),
    sandbox: z.boolean(),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  links: { self: text, events: text },
  present: ({ id }: GtmSeriesRow) => {
    const self = `${API_PREFIX}${PREFIX}/series/${id}`;
    return { links: { self, events: `${self}/events` } };
  },
});

/** How to subscribe to a feed in each application; the address stands beside them. */
const INSTRUCTIONS = {
  google_calendar:
    'On calendar.google.com choose “Other calendars”, “+”, “From URL”, paste the subscription URL and choose “Add calendar”. Google looks for changes every few hours.',
  apple_calendar:
    'In Calendar on a Mac choose “File”, “New Calendar Subscription…”, paste the subscription URL and choose how often to refresh. On an iPhone: Settings, Apps, Calendar, Calendar Accounts, Add Account, Other, Add Subscribed Calendar.',
  outlook:
    'On outlook.com or Outlook on the web choose “Add calendar”, “Subscribe from web”, paste the subscription URL, name it and choose “Import”. Outlook looks for changes every few hours.',
  other:
    'Wherever a calendar can be subscribed to by its address (iCalendar, ICS, webcal), paste the subscription URL. Whoever has it can read the schedule: keep it as you keep a password, and regenerate the token where it was seen.',
};

const shownToOwner = text.nullable().describe('null when the answer is given again for an Idempotency-Key.');

/** A calendar feed with its address and token, which its owner can read again. */
export const subscriptionResource = presenter(
  z.object({
    subscription_url: shownToOwner,
    token: shownToOwner,
    filters: z
      .object({
        event_types: z.array(z.enum(EVENT_TYPES)).optional(),
        channels: z.array(z.enum(EVENT_CHANNELS)).optional(),
        campaign_id: idSchema.optional(),
      })
      .nullable(),
    instructions: z.object({ google_calendar: text, apple_calendar: text, outlook: text, other: text }),
  }),
  ({ token, filters }: Subscription, { publicUrl }) => ({
    subscription_url: `${publicUrl}${API_PREFIX}${PREFIX}/feed.ics?token=${token}`,
    token,
    filters,
    instructions: INSTRUCTIONS,
  }),
);
