import { z } from 'zod';
import { EVENT_CHANNELS, EVENT_TYPES } from '../capabilities/types.ts';
import { ownContentItem } from '../content-items/schema.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { references } from '../kernel/references.ts';
import {
  day,
  daysInOrder,
  flag,
  includeBody,
  integer,
  looseText,
  moment,
  ofSandbox,
  onceValid,
  pageQuery,
  recordId,
  resettable,
  text,
  timezone,
} from '../kernel/schema.ts';
import { oneLine } from '../kernel/words.ts';
import { findCampaign } from './campaign-store.ts';
import { findEvent } from './event-store.ts';
import { TOKEN_LENGTH } from './feed-credential.ts';
import { LAST_YEAR } from './recurrence.ts';
import { MAX_OCCURRENCES, MAX_RULE_LENGTH, readRule } from './recurrence-rule.ts';
import { endProblem, MAX_EVENT_DAYS } from './rules.ts';
import { findSeries } from './series-store.ts';
import type { GtmCampaignRow, GtmEventRow, GtmSeriesRow } from './table.ts';

const MAX_TITLE_LENGTH = 200;
/** Default lookahead of a feed, days. */
const DEFAULT_LOOKAHEAD_DAYS = 90;
const MAX_LOOKAHEAD_DAYS = 365;

export const eventParams = z.object({
  id: z
    .string()
    .regex(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/, 'Must be an id that begins with evt_.')
    .describe('Id of an event.'),
});

const eventType = z.enum(EVENT_TYPES);
const channel = z.enum(EVENT_CHANNELS);
const campaignId = recordId.describe('Id of a campaign.');

const scheduleMoment = moment.refine(
  (value) => value.getUTCFullYear() >= 1970 && value.getUTCFullYear() <= LAST_YEAR,
  `Must be within the years 1970 to ${LAST_YEAR}.`,
);

/** The title of an event, or the name of a campaign, is one line: line breaks and invisible characters become spaces. */
const title = text(MAX_TITLE_LENGTH)
  .transform((value) => oneLine(value))
  .refine((value) => value !== '', 'Must not be empty.');

const optional = (max?: number) =>
  looseText(max)
    .nullable()
    .transform((value) => value || null);
const optionalText = optional();

const event = {
  title: title.describe('Title in calendars; line breaks become spaces.'),
  description: optionalText.optional().describe('Description of the event; null for none.'),
  scheduled_at: scheduleMoment.describe('Start of the event, with any offset.'),
  end_at: scheduleMoment
    .nullable()
    .optional()
    .describe('Not before `scheduled_at`; for an all-day event, on its last day.'),
  all_day: resettable<boolean, boolean>(z.boolean('Must be a boolean.'), false).describe(
    'Whether it lasts the whole days in its time zone on which it starts and ends.',
  ),
  timezone: resettable<string, string>(timezone, 'UTC').describe('IANA time zone.'),
  event_type: eventType.describe('Type of the event, which determines label, color and icon.'),
  channel: channel.describe('Where it is published: email, blog, social network, microblog or video platform.'),
  campaign_id: campaignId.nullable().optional(),
  content_item_id: recordId.nullable().optional().describe('Id of the content item to publish.'),
};

/** The same schema; an event must not end before it begins, nor last too long. */
function withEnd<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  return schema.superRefine(
    (given: object, context) => {
      const { scheduled_at, end_at = null } = given as { scheduled_at: Date; end_at?: Date | null };
      const message = endProblem({ scheduled_at, end_at });
      if (message) context.addIssue({ code: 'custom', path: ['end_at'], message });
    },
    onceValid('scheduled_at', 'end_at'),
  );
}

export const createEventBody = withEnd(z.object(event));

/** Body of an update; absent fields keep their values. */
export const updateEventBody = z.object({
  ...event,
  title: event.title.optional(),
  scheduled_at: event.scheduled_at.optional(),
  event_type: event.event_type.optional(),
  channel: event.channel.optional(),
});

export const seriesParams = z.object({ id: recordId.describe('Id of a series.') });

/** Longest description of a series, characters: each of its events has it. */
const MAX_SERIES_DESCRIPTION = 5_000;

const seriesDescription = optional(MAX_SERIES_DESCRIPTION)
  .optional()
  .describe('Description of all its events; null for none.');

const recurrence = z
  .string('Must be a string.')
  .max(MAX_RULE_LENGTH, `Must be at most ${MAX_RULE_LENGTH} characters.`)
  .transform((value, context) => {
    const read = readRule(value);
    if ('rule' in read) return read.rule;
    context.addIssue(read.problem);
    return z.NEVER;
  })
  .describe(
    `RFC 5545 rule such as \`FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10\`: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, WKST, and COUNT or UNTIL. At most ${MAX_OCCURRENCES} events within ten years.`,
  );

export const createSeriesBody = withEnd(
  z.object({
    ...event,
    scheduled_at: scheduleMoment.describe('The first event, which must match the rule.'),
    description: seriesDescription,
    recurrence,
  }),
);

const MINUTES_OF_DAY = 1_440;

/** Body of an update; absent fields keep their values. */
export const updateSeriesBody = z.object({
  from: moment
    .optional()
    .describe('Changes events whose `occurrence_at` is at or after this time; defaults to all upcoming ones.'),
  title: event.title.optional(),
  description: seriesDescription,
  event_type: event.event_type.optional(),
  channel: event.channel.optional(),
  campaign_id: event.campaign_id,
  content_item_id: event.content_item_id,
  recurrence: recurrence.optional().meta({
    description: 'New rule: events on other days are cancelled, and missing ones added.',
  }),
  scheduled_at: scheduleMoment
    .optional()
    .describe('The first event by the new rule; defaults to its first day from the first replaced event on.'),
  start_time: z
    .string('Must be a string.')
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time of day such as 09:30.')
    .optional()
    .describe('New start time of the events, in the time zone of the series, on their present days.'),
  duration_minutes: integer(0, MAX_EVENT_DAYS * MINUTES_OF_DAY)
    .nullable()
    .optional()
    .describe('Duration of the events; null means no end.'),
});

export const cancelFollowingBody = z.object({
  from: moment.describe('Cancels events whose `occurrence_at` is at or after this time.'),
});

export const listSeriesQuery = z.object({ ...pageQuery() });

export const listEventsOfSeriesQuery = z.object({ ...pageQuery(50, 100), ...includeBody });

/** Longest file of an import, characters; the body that has it is at most 1 MiB. */
const MAX_IMPORT_LENGTH = 1_000_000;

const importFields = {
  format: z.enum(['ics', 'csv']).describe('iCalendar, or CSV whose first row has the columns of an export.'),
  content: z
    .string('Must be a string.')
    .min(1, 'Must not be empty.')
    .max(MAX_IMPORT_LENGTH, `Must be at most ${MAX_IMPORT_LENGTH} characters.`)
    .describe('The file as text.'),
  timezone: timezone.default('UTC').describe('IANA time zone for times without one in the file.'),
  event_type: eventType.optional().describe('For entries without one in the file.'),
  channel: channel.optional().describe('For entries without one in the file.'),
  campaign_id: campaignId.nullable().optional().describe('The campaign for all of them.'),
};

/** Body of a preview. */
export const importPreviewBody = z.object(importFields);
export type ImportBody = z.output<typeof importPreviewBody>;

export const importBody = z.object({
  ...importFields,
  skip_problems: flag(false).describe(
    'Whether to import the other entries if some cannot be imported; otherwise nothing is imported.',
  ),
});

/** Filters of a list, an export or a feed; absent or empty ones do not filter. */
const filters = {
  event_types: z.array(eventType).max(EVENT_TYPES.length).optional().describe('Types of events.'),
  channels: z.array(channel).max(EVENT_CHANNELS.length).optional().describe('Channels.'),
  campaign_id: campaignId.optional(),
};

/** A query with a range of days. */
function overDays<Shape extends z.ZodRawShape>(shape: Shape) {
  const range = {
    start_date: day.describe('First UTC day, inclusive.'),
    end_date: day.describe('Last UTC day, inclusive.'),
  };
  return daysInOrder(z.object({ ...range, ...filters, ...shape }), 'start_date', 'end_date');
}

export const listEventsQuery = overDays({ ...ofSandbox, ...pageQuery(50, 100) });

/** File formats of an export. */
export const EXPORT_FORMATS = ['ics', 'csv', 'json'] as const;

export const exportEventsQuery = overDays({
  format: z.enum(EXPORT_FORMATS).describe('File format.'),
  bom: flag(false).describe('Start the CSV with a byte order mark, which some spreadsheets need to read UTF-8.'),
});

export const subscribeBody = z.object({
  filters: z
    .object(filters)
    .nullable()
    .optional()
    .describe('Which events the feed shows; null means all. If omitted, the earlier choice stays.'),
});

/** Query of a feed; its token was checked before. */
export const feedQuery = z.object({
  token: z.string().length(TOKEN_LENGTH).describe('Token of the subscription.'),
  event_types: filters.event_types.describe('Event types that replace those of the subscription.'),
  lookahead_days: integer(1, MAX_LOOKAHEAD_DAYS).default(DEFAULT_LOOKAHEAD_DAYS).describe('Number of days from today.'),
});

export const campaignParams = z.object({ id: recordId.describe('Id of a campaign.') });

const campaign = {
  name: title.describe('Display name in lists and filters; line breaks become spaces.'),
  description: optionalText.optional().describe('Description of the campaign; null for none.'),
  start_date: day.nullable().optional().describe('First day of the campaign; null for none.'),
  end_date: day.nullable().optional().describe('Last day of the campaign; null for none.'),
};

export const createCampaignBody = daysInOrder(z.object(campaign), 'start_date', 'end_date');

/** Body of an update; absent fields keep their values. */
export const updateCampaignBody = z.object({ ...campaign, name: campaign.name.optional() });

export const listCampaignsQuery = z.object({ ...pageQuery(), ...includeBody });

/** The caller's event; 404 when there is none or it was cancelled, 403 when it is another partner's. */
export async function ownEvent({ db }: Pick<Deps, 'db'>, call: Call, { id }: { id: string }): Promise<GtmEventRow> {
  return ownedBy(call, 'Event', await findEvent(db, id), (event) => event.partner_id);
}

/** The caller's campaign; 404 when there is none, 403 when it is another partner's. */
export async function ownCampaign(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<GtmCampaignRow> {
  return ownedBy(call, 'Campaign', await findCampaign(db, id), (campaign) => campaign.partner_id);
}

/** The caller's series; 404 when there is none, 403 when it is another partner's. */
export async function ownSeries({ db }: Pick<Deps, 'db'>, call: Call, { id }: { id: number }): Promise<GtmSeriesRow> {
  return ownedBy(call, 'Series', await findSeries(db, id), (series) => series.partner_id);
}

/** Records that a body or a query references. */
interface ReferencedRecords {
  campaign_id?: number | null | undefined;
  content_item_id?: number | null | undefined;
}

/** The campaign and the content item that an input names. */
export const referencedRecords = references({ campaign_id: recordId, content_item_id: recordId }, requireOwnRecords);

/** Checks campaign and content item as for a path: 404 when unknown, 403 when another partner's. */
export async function requireOwnRecords(
  deps: Deps,
  call: Call,
  { campaign_id, content_item_id }: ReferencedRecords,
): Promise<void> {
  if (campaign_id != null) await ownCampaign(deps, call, { id: campaign_id });
  if (content_item_id != null) await ownContentItem(deps, call, { id: content_item_id });
}
