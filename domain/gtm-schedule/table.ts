import { pick } from '../../infra/database/sql.ts';
import {
  bigint,
  boolean,
  bytes,
  date,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  sealed,
  smallint,
  table,
  text,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { EVENT_CHANNELS, EVENT_TYPES, type EventChannel, type EventType } from '../capabilities/types.ts';
import type { Page } from '../kernel/page.ts';

/** States of an event. Feeds show a cancelled one for a while, so that calendars remove it. */
export const EVENT_STATUSES = ['scheduled', 'cancelled'] as const;

/** Days for which feeds report that an event was cancelled. */
export const CANCELLED_DAYS = 30;
/** Feeds count whole UTC days, so the last day is not over after that many times 24 hours. */
const KEPT_DAYS = CANCELLED_DAYS + 1;

/** A group of events. */
export const gtmCampaignTable = table(
  'gtm_campaign',
  {
    id: identity(),
    partner_id: bigint(),
    name: varchar(200),
    description: text().nullable(),
    start_date: date().nullable(),
    end_date: date().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'A row for each campaign that a partner makes.' },
  { personal: ['text'] },
);
export type GtmCampaignRow = Row<typeof gtmCampaignTable>;

/** A series of events that repeat. Its events are ordinary ones; it has the rule by which they were made. */
export const gtmSeriesTable = table(
  'gtm_series',
  {
    id: identity(),
    partner_id: bigint(),
    title: varchar(200),
    /** Rule of RFC 5545, as `ruleText` writes it. */
    recurrence: varchar(300),
    /** The first event. */
    starts_at: timestamp(),
    all_day: boolean(),
    /** IANA name. */
    timezone: varchar(64),
    /** Events that the rule gave. */
    occurrence_count: smallint(),
    /** From when on its events were cancelled, exceptions apart. */
    cancelled_from: timestamp().nullable(),
    /** What it is recognized by when its file is imported again. */
    import_uid: varchar(255).nullable(),
    sandbox: boolean(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'A row for each series that a partner makes, until it deletes it.' },
  { personal: ['text'] },
);
export type GtmSeriesRow = Row<typeof gtmSeriesTable>;

/** An event of the go-to-market schedule. The id is `evt_` + ULID and also its id in calendars. */
export const gtmEventTable = table(
  'gtm_event',
  {
    id: varchar(30).key(),
    partner_id: bigint(),
    status: oneOf(EVENT_STATUSES, 12).default('scheduled'),
    title: varchar(200),
    description: text().nullable(),
    scheduled_at: timestamp(),
    end_at: timestamp().nullable(),
    all_day: boolean(),
    /** IANA name. */
    timezone: varchar(64),
    /** The time range that the event occupies, end exclusive: whole days in its zone if it lasts all day. */
    occupied_from: timestamp(),
    occupied_until: timestamp(),
    event_type: oneOf(EVENT_TYPES, 20),
    channel: oneOf(EVENT_CHANNELS, 12),
    campaign_id: bigint().nullable(),
    content_item_id: bigint().nullable(),
    /** The series that it belongs to, with the time that the rule gave it. */
    series_id: bigint().nullable(),
    occurrence_at: timestamp().nullable(),
    /** Changed by itself, so changes of its series leave it as it is. */
    series_exception: boolean().default(false),
    /** The execution that scheduled it, with the position in the step's output. */
    execution_id: bigint().nullable(),
    step: varchar(64).nullable(),
    ordinal: smallint().nullable(),
    /** What it is recognized by when its file is imported again. */
    import_uid: varchar(255).nullable(),
    sandbox: boolean(),
    /** Raised by each change, as RFC 5545, section 3.8.7.4, requires. */
    sequence: integer().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
    cancelled_at: timestamp().nullable(),
  },
  { since: 'cancelled_at', days: KEPT_DAYS },
  { personal: ['text'] },
);
export type GtmEventRow = Row<typeof gtmEventTable>;

/** What a calendar shows of an event. */
export const CALENDAR_EVENT = pick(
  gtmEventTable,
  'id',
  'status',
  'title',
  'description',
  'scheduled_at',
  'end_at',
  'all_day',
  'timezone',
  'event_type',
  'sandbox',
  'sequence',
  'updated_at',
);
export type CalendarEvent = Pick<GtmEventRow, keyof typeof CALENDAR_EVENT>;

/** A difference to the number of events of a kind that begin on a UTC day; the total is the sum of `n`. Triggers write it. */
export const gtmEventCountTable = table(
  'gtm_event_count',
  {
    partner_id: bigint(),
    day: date(),
    event_type: varchar<EventType>(20),
    channel: varchar<EventChannel>(12),
    campaign_id: bigint().nullable(),
    n: integer(),
    folded: boolean().default(false),
  },
  { because: 'A row for each day and category, whatever happens on it.' },
  { personal: [] },
);

/** Changes of events that begin on a UTC day, or began there before; how many there were is the sum of `n`. Triggers write it. */
export const gtmEventChangeTable = table(
  'gtm_event_change',
  {
    partner_id: bigint(),
    day: date(),
    n: integer(),
    folded: boolean().default(false),
  },
  { because: 'A row for each day, whatever happens on it.' },
  { personal: [] },
);

/** Filters of a feed; an absent one does not filter. */
export interface SubscriptionFilters {
  event_types?: EventType[] | undefined;
  channels?: EventChannel[] | undefined;
  campaign_id?: number | undefined;
}

/** A calendar feed of a user, a client, or a rotation family of keys. */
export const gtmSubscriptionTable = table(
  'gtm_subscription',
  {
    id: identity(),
    partner_id: bigint(),
    user_id: bigint().nullable(),
    client_id: bigint().nullable(),
    /** First key of the rotation family. */
    lineage_id: bigint().nullable(),
    /** SHA-256, to find it. */
    token_hash: bytes(),
    /** To show it to its owner again. */
    token: sealed(),
    filters: json<SubscriptionFilters>().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'At most one for each user and client.' },
  {
    personal: ['activity', 'credential'],
    people: { by: 'user_id', erased: 'deleted' },
    secret: ['token', 'token_hash'],
  },
);
export type GtmSubscriptionRow = Row<typeof gtmSubscriptionTable>;

/** Filter for events; absent or empty fields do not filter. */
export interface EventFilter {
  event_types?: readonly EventType[] | undefined;
  channels?: readonly EventChannel[] | undefined;
  campaign_id?: number | undefined;
}

/** Days and filters of a list or an export, as requested. */
export interface EventQuery extends EventFilter {
  start_date: string;
  end_date: string;
}

/** A page of events with its query, from which the page links are made. */
export type EventPage = Page<GtmEventRow> & { query: EventQuery };
