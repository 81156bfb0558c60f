import { bigint, boolean, json, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';
import type { ListingContent } from '../../infra/marketplace/port.ts';

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
  },
  { because: 'One row for each listing of the marketplace that was ever read.' },
  { personal: [], nobody: 'Public pages of the marketplace.' },
);
export type ListingSnapshotRow = Row<typeof listingSnapshotTable>;

/** A partner that watches a listing. */
export const listingWatchTable = table(
  'listing_watch',
  {
    listing_id: varchar(255).key(),
    partner_id: bigint().key(),
    created_at: timestamp(),
  },
  {
    since: 'created_at',
    days: 90,
    setting: 'RETENTION_SEO_JOB_DAYS',
    key: 'ctid',
    // Watches are kept while the partner has a recent score of the listing.
    condition: `NOT EXISTS (
    SELECT 1 FROM seo_job j WHERE j.partner_id = listing_watch.partner_id AND j.listing_id = listing_watch.listing_id
      AND j.status = 'completed' AND j.completed_at >= $1)`,
  },
  { personal: [] },
);
export type ListingWatchRow = Row<typeof listingWatchTable>;
