import {
  bigint,
  boolean,
  json,
  oneOf,
  type Row,
  smallint,
  table,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import type { ListingContent } from '../../infra/marketplace/port.ts';

/** What the watchers of a listing receive, slice by slice. */
export interface ListingFanOut {
  /** ISO 8601; who began to watch it later receives nothing of this. */
  at: string;
  events: { type: string; data: Record<string, unknown> }[];
  /** Whether the listing looks different now. */
  is_change: boolean;
  /** Who watches it and does not receive this: it has already, or reads the listing for the first time. */
  except_partner_id: number | null;
  /** The last partner of the slices before, by id. */
  after_partner_id: number;
}

/** The last reading of a listing; shared by all partners, since the page is public. */
export const listingSnapshotTable = table(
  'listing_snapshot',
  {
    listing_id: varchar(255).key(),
    content: json<ListingContent>(),
    /** Entity tag of the page. */
    etag: varchar(255).nullable(),
    /** Whether the last attempt to read it failed. */
    failing: boolean().default(false),
    /** When it was last read, or found unchanged. */
    fetched_at: timestamp(),
    changed_at: timestamp(),
    /** What watchers are still to receive, oldest first; null: nothing. */
    pending_fan_outs: json<ListingFanOut[]>().nullable(),
  },
  { because: 'One row for each listing of the marketplace that was ever read.' },
  { personal: [], nobody: 'Public pages of the marketplace.' },
);
export type ListingSnapshotRow = Row<typeof listingSnapshotTable>;

/** How often a listing is scored again. */
export const RESCORE_INTERVALS = ['off', 'daily', 'weekly'] as const;
export type RescoreInterval = (typeof RESCORE_INTERVALS)[number];

/** A partner that watches a listing, and how often it has it scored again. Keyword and domain are empty if none was given. */
export const listingWatchTable = table(
  'listing_watch',
  {
    listing_id: varchar(255).key(),
    partner_id: bigint().key(),
    created_at: timestamp(),
    rescore_every: oneOf(RESCORE_INTERVALS, 8).default('off'),
    rescore_category: varchar(64).default('default'),
    rescore_brand_keyword: varchar(100).default(''),
    rescore_partner_domain: varchar(253).default(''),
    /** When it is due; null: switched off, or paused. */
    next_rescore_at: timestamp().nullable(),
    /** Scheduled analyses in a row that could not read it. */
    rescore_failures: smallint().default(0),
    /** When failures paused it. */
    rescore_paused_at: timestamp().nullable(),
  },
  {
    since: 'created_at',
    days: 90,
    setting: 'RETENTION_SEO_JOB_DAYS',
    key: 'ctid',
    // Watches are kept while the partner has a recent score of the listing, or will have one.
    condition: `next_rescore_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM seo_job j WHERE j.partner_id = listing_watch.partner_id AND j.listing_id = listing_watch.listing_id
      AND j.status = 'completed' AND j.completed_at >= $1)`,
  },
  { personal: ['text'] },
);
export type ListingWatchRow = Row<typeof listingWatchTable>;
