import { z } from 'zod';
import { EVENT_CHANNELS, EVENT_TYPES } from '../../domain/capabilities/types.ts';
import type { DescribedSeries } from '../../domain/gtm-schedule/describe-series.ts';
import type { FileProblem } from '../../domain/gtm-schedule/import/entry.ts';
import { type PlannedEntry, recurrenceOf } from '../../domain/gtm-schedule/import/plan.ts';
import type { ImportResult } from '../../domain/gtm-schedule/operations/import-events.ts';
import type { PreviewedImport } from '../../domain/gtm-schedule/operations/preview-import.ts';
import type { Subscription } from '../../domain/gtm-schedule/operations/subscribe.ts';
import { EVENT_STYLES } from '../../domain/gtm-schedule/rules.ts';
import type { EventPage, EventQuery, GtmCampaignRow, GtmEventRow } from '../../domain/gtm-schedule/table.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import { collectInSlices } from '../../domain/kernel/slices.ts';
import { translatedProblems } from '../language/translate.ts';
import { API_PREFIX } from '../paths.ts';
import {
  countSchema,
  datetime,
  datetimeSchema,
  idSchema,
  type PresentContext,
  page,
  presenter,
  resource,
} from '../resource.ts';
import { turnKeyOf } from '../turns.ts';

/** Path of the schedule, relative to the API's prefix. */
export const PREFIX = '/gtm-schedule';

const text = z.string();

/** An event of the schedule. */
export const gtmEventResource = resource({
  type: 'gtm_event',
  id: text.describe('`evt_` and a ULID.'),
  attributes: {
    title: text.describe('Title of the event, one line.'),
    description: text.nullable().describe('Description of the event; null if there is none.'),
    scheduled_at: datetimeSchema.describe('Start of the event; for an all-day event, a time on its first day.'),
    end_at: datetimeSchema
      .nullable()
      .describe('End of the event; for an all-day event, a time on its last day; null if it has no duration.'),
    all_day: z.boolean().describe('Whether it lasts the whole days in `timezone` on which it starts and ends.'),
    timezone: text.describe('IANA time zone in which the event was planned.'),
    event_type: z.enum(EVENT_TYPES).describe('Type of the event, which determines label, color and icon.'),
    event_type_label: text.describe('Display name of the type.'),
    channel: z
      .enum(EVENT_CHANNELS)
      .describe('Where it is published: email, blog, social network, microblog or video platform.'),
    color: text.describe('Hexadecimal, such as #2563EB.'),
    icon: text.describe('Name of an icon for the type, such as `video`.'),
    campaign_id: idSchema.nullable().describe('The campaign of the event; null if none.'),
    content_item_id: idSchema
      .nullable()
      .describe('The content item to publish; null if none, or if it is permanently deleted.'),
    execution_id: idSchema.nullable().describe('The execution that scheduled it.'),
    series_id: idSchema.nullable().describe('The series of the event.'),
    occurrence_at: datetimeSchema.nullable().describe('When the rule of its series schedules it.'),
    series_exception: z.boolean().describe('It was changed individually; changes of its series do not affect it.'),
    sandbox: z.boolean().describe('Created with a sandbox key, or by an execution started with one.'),
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
  z.object({
    event_types: z.array(z.enum(EVENT_TYPES)).describe('All types of events.'),
    channels: z.array(z.enum(EVENT_CHANNELS)).describe('All channels.'),
  }),
  (words: { event_types: (typeof EVENT_TYPES)[number][]; channels: (typeof EVENT_CHANNELS)[number][] }) => words,
);

/** A campaign. */
export const gtmCampaignResource = resource({
  type: 'gtm_campaign',
  attributes: {
    name: text.describe('Name of the campaign, one line.'),
    description: text.nullable().describe('Description of the campaign; null if there is none.'),
    start_date: z.iso
      .date()
      .nullable()
      .describe('First day of the campaign; null if not set. Its events may be on other days.'),
    end_date: z.iso
      .date()
      .nullable()
      .describe('Last day of the campaign; null if not set. Its events may be on other days.'),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  present: (_campaign: GtmCampaignRow) => ({}),
});

/** A series of events that repeat. */
export const gtmSeriesResource = resource({
  type: 'gtm_series',
  attributes: {
    title: text.describe('Title of the series; individual events may have another.'),
    recurrence: text.describe('RFC 5545 rule.'),
    starts_at: datetimeSchema.describe('The first event according to the rule.'),
    all_day: z.boolean().describe('Whether its events are all-day events.'),
    timezone: text.describe('IANA time zone in which its events keep their local time.'),
    occurrence_count: z.int().describe('Number of events produced by the rule.'),
    cancelled_from: datetimeSchema
      .nullable()
      .describe('The time from which its events were cancelled, except exceptions.'),
    first_at: datetimeSchema.nullable().describe('The first event that is not cancelled; null if there is none.'),
    next_at: datetimeSchema.nullable().describe('The next upcoming event; null if there is none.'),
    upcoming_count: countSchema.describe('Number of upcoming events.'),
    event_type: z.enum(EVENT_TYPES).nullable().describe('For the next event, or else the last; null if there is none.'),
    channel: z.enum(EVENT_CHANNELS).nullable().describe('For the same event.'),
    sandbox: z.boolean().describe('Created with a sandbox key.'),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  links: { self: text, events: text },
  present: ({ id }: DescribedSeries) => {
    const self = `${API_PREFIX}${PREFIX}/series/${id}`;
    return { links: { self, events: `${self}/events` } };
  },
});

const importProblem = z.object({
  line: z.int().describe('Position of the entry in the file.'),
  title: text.nullable().describe('Title of the entry; null if it has none, or it is unreadable.'),
  problems: z.record(z.string(), z.array(text)).describe('Problems by field.'),
});

type ImportProblem = z.input<typeof importProblem>;

/** Each in the language of the caller; a file may have a thousand. */
function* problemsIn(problems: readonly FileProblem[], { language }: PresentContext): Generator<ImportProblem> {
  for (const { line, title, problems: texts } of problems)
    yield { line, title, problems: translatedProblems(texts, language) };
}

/** The same, in turns of the caller. */
function problemsInTurns(problems: readonly FileProblem[], context: PresentContext): Promise<ImportProblem[]> {
  return collectInSlices(problemsIn(problems, context), () => eventLoopScheduler.take(turnKeyOf(context.call.actor)));
}

const importEntry = z.object({
  line: z.int().describe('Position of the entry in the file.'),
  title: text.describe('Title of the event, or of the series.'),
  scheduled_at: datetimeSchema.describe('Start; for a series, that of the first event by the rule.'),
  end_at: datetimeSchema.nullable().describe('End; null if it has no duration.'),
  all_day: z.boolean().describe('Whether it lasts whole days.'),
  timezone: text.describe('IANA time zone of the entry, from the file or else from the request.'),
  event_type: z.enum(EVENT_TYPES).describe('Type from the file, or else from the request.'),
  channel: z.enum(EVENT_CHANNELS).describe('Channel from the file, or else from the request.'),
  recurrence: text.nullable().describe('Rule of a series; null for a single event.'),
  event_count: z.int().describe('Number of events that it creates.'),
  is_known: z.boolean().describe('Whether the schedule already has it, so that it is not imported again.'),
});

function entryOf(entry: PlannedEntry, known: ReadonlySet<string>): z.input<typeof importEntry> {
  const { event, line, series, uid } = entry;
  return {
    line,
    title: event.title,
    scheduled_at: datetime(event.scheduled_at),
    end_at: event.end_at && datetime(event.end_at),
    all_day: event.all_day,
    timezone: event.timezone,
    event_type: event.event_type,
    channel: event.channel,
    recurrence: recurrenceOf(entry),
    event_count: series?.occurrences.length ?? 1,
    is_known: known.has(uid),
  };
}

/** What an import would make. */
export const importPreview = presenter(
  z.object({
    entries: z.array(importEntry).describe('What can be imported, in file order.'),
    problems: z.array(importProblem).describe('What cannot be imported.'),
  }),
  ({ entries, problems, known }: PreviewedImport, context) => ({
    entries: entries.map((entry) => entryOf(entry, known)),
    problems: [...problemsIn(problems, context)],
  }),
  async ({ entries, problems, known }, context) => ({
    entries: entries.map((entry) => entryOf(entry, known)),
    problems: await problemsInTurns(problems, context),
  }),
);

/** What an import has made. */
export const importResult = presenter(
  z.object({
    events: z.int().describe('Number of added events, including those of series.'),
    series: z.int().describe('Number of added series.'),
    known: z.int().describe('Number of entries already on the schedule.'),
    problems: z.array(importProblem).describe('Entries that were skipped.'),
  }),
  ({ problems, ...made }: ImportResult, context) => ({
    ...countsOf(made),
    problems: [...problemsIn(problems, context)],
  }),
  async ({ problems, ...made }, context) => ({
    ...countsOf(made),
    problems: await problemsInTurns(problems, context),
  }),
);

function countsOf({ eventIds, seriesIds, repeated, known }: Omit<ImportResult, 'problems'>) {
  return { events: eventIds.length + repeated, series: seriesIds.length, known };
}

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

const shownToOwner = text.nullable().describe('null if the response is repeated for an Idempotency-Key.');

/** A calendar feed with its address and token, which its owner can read again. */
export const subscriptionResource = presenter(
  z.object({
    subscription_url: shownToOwner,
    token: shownToOwner,
    filters: z
      .object({
        event_types: z.array(z.enum(EVENT_TYPES)).optional().describe('Only events of these types; all if absent.'),
        channels: z.array(z.enum(EVENT_CHANNELS)).optional().describe('Only events on these channels; all if absent.'),
        campaign_id: idSchema
          .optional()
          .describe('Only events of this campaign; if absent, all events, with or without a campaign.'),
      })
      .nullable()
      .describe('Which events the feed shows; null means all.'),
    instructions: z
      .object({
        google_calendar: text.describe('Steps for Google Calendar.'),
        apple_calendar: text.describe('Steps for Calendar on a Mac and an iPhone.'),
        outlook: text.describe('Steps for Outlook on the web.'),
        other: text.describe('Steps for any other calendar.'),
      })
      .describe('How to add the feed to a calendar.'),
  }),
  ({ token, filters }: Subscription, { publicUrl }) => ({
    subscription_url: `${publicUrl}${API_PREFIX}${PREFIX}/feed.ics?token=${token}`,
    token,
    filters,
    instructions: INSTRUCTIONS,
  }),
);
