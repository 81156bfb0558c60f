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
  smallint,
  table,
  text,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { EVENT_CHANNELS, EVENT_TYPES, type EventChannel, type EventType } from '../capabilities/types.ts';

/** States of an event; a cancelled one is shown by calendars for a while, so that they take it away. */
export const EVENT_STATUSES = ['scheduled', 'cancelled'] as const;

/** Days for which calendars are told that an event was cancelled. */
export const CANCELLED_DAYS = 30;
/** Feeds count whole UTC days, so that the last of them is still under way when that many times 24 hours have passed. */
const KEPT_DAYS = CANCELLED_DAYS + 1;

/** What events of the schedule belong together. */
export const gtmCampaignTable = table('gtm_campaign', {
  id: identity(),
  partner_id: bigint(),
  name: varchar(200),
  description: text().nullable(),
  start_date: date().nullable(),
  end_date: date().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type GtmCampaignRow = Row<typeof gtmCampaignTable>;

/** A date of the go-to-market schedule; the id is `evt_` + ULID, which calendars know it by. */
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
    /** What the event takes of time, the end exclusive: whole days of its zone where it lasts all day. */
    occupied_from: timestamp(),
    occupied_until: timestamp(),
    event_type: oneOf(EVENT_TYPES, 20),
    channel: oneOf(EVENT_CHANNELS, 12),
    campaign_id: bigint().nullable(),
    content_item_id: bigint().nullable(),
    /** The execution whose step dated it, with the place in the step's schedule. */
    execution_id: bigint().nullable(),
    step: varchar(64).nullable(),
    ordinal: smallint().nullable(),
    sandbox: boolean(),
    /** Raised by each change, as calendars expect it (RFC 5545, section 3.8.7.4). */
    sequence: integer().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
    cancelled_at: timestamp().nullable(),
  },
  { since: 'cancelled_at', days: KEPT_DAYS },
);
export type GtmEventRow = Row<typeof gtmEventTable>;

/** A difference to the number of events of a kind that begin on a UTC day; the total is the sum of `n`. Triggers write it. */
export const gtmEventCountTable = table('gtm_event_count', {
  partner_id: bigint(),
  day: date(),
  event_type: varchar<EventType>(20),
  channel: varchar<EventChannel>(12),
  campaign_id: bigint().nullable(),
  n: integer(),
  folded: boolean().default(false),
});

/** Which events a feed shows; what is absent does not narrow it. */
export interface SubscriptionFilters {
  event_types?: EventType[] | undefined;
  channels?: EventChannel[] | undefined;
  campaign_id?: number | undefined;
}

/** A calendar feed of a user, a client, or a chain of rotated keys. */
export const gtmSubscriptionTable = table('gtm_subscription', {
  id: identity(),
  partner_id: bigint(),
  user_id: bigint().nullable(),
  client_id: bigint().nullable(),
  /** First key of the chain. */
  lineage_id: bigint().nullable(),
  /** SHA-256, by which it is found. */
  token_hash: bytes(),
  /** Sealed, to be shown again to its owner. */
  token: bytes(),
  filters: json<SubscriptionFilters>().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type GtmSubscriptionRow = Row<typeof gtmSubscriptionTable>;
