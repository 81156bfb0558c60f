import { EntitySchema } from 'typeorm';
import type { ListingContent } from '../../marketplace/port.ts';
import { bigint, boolean, defaulting, id, json, key, nullable, smallint, timestamp, uuid, varchar } from './columns.ts';

/** A listing as it was last read; shared by all partners, since the page is public. */
export interface ListingSnapshotRow {
  listing_id: string;
  content: ListingContent;
  /** Entity tag of the page. */
  etag: string | null;
  /** Whether the last attempt to read it failed. */
  failing: boolean;
  /** When it was last read, or found unchanged. */
  fetched_at: Date;
  changed_at: Date;
}

export const ListingSnapshotEntity = new EntitySchema<ListingSnapshotRow>({
  name: 'listing_snapshot',
  columns: {
    listing_id: key(varchar(255)),
    content: json,
    etag: nullable(varchar(255)),
    failing: defaulting(boolean, false),
    fetched_at: timestamp,
    changed_at: timestamp,
  },
});

/** A partner that is told what happens to a listing. */
export interface ListingWatchRow {
  listing_id: string;
  partner_id: number;
  created_at: Date;
}

export const ListingWatchEntity = new EntitySchema<ListingWatchRow>({
  name: 'listing_watch',
  columns: { listing_id: key(varchar(255)), partner_id: key(bigint), created_at: timestamp },
});

export type SeoJobStatus = 'pending' | 'processing' | 'completed' | 'failed';

/** An analysis of a listing that was asked for. Keyword and domain are empty where none was given. */
export interface SeoJobRow {
  id: number;
  row_key: string;
  partner_id: number;
  listing_id: string;
  category: string;
  brand_keyword: string;
  partner_domain: string;
  use_realtime_data: boolean;
  include_content_analysis: boolean;
  sandbox: boolean;
  status: SeoJobStatus;
  /** Fences what a process writes that was taken for dead; set while the job is processed. */
  claim_token: string | null;
  /** From then on the job may be taken over. */
  claim_until: Date | null;
  /** How often it was taken up. */
  attempts: number;
  /** Score and content analysis, once completed. */
  result: unknown;
  /** A sentence for the partner, once failed. */
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  updated_at: Date;
}

export const SeoJobEntity = new EntitySchema<SeoJobRow>({
  name: 'seo_job',
  columns: {
    id,
    row_key: uuid,
    partner_id: bigint,
    listing_id: varchar(255),
    category: varchar(64),
    brand_keyword: varchar(100),
    partner_domain: varchar(253),
    use_realtime_data: boolean,
    include_content_analysis: boolean,
    sandbox: boolean,
    status: defaulting(varchar(12), 'pending'),
    claim_token: nullable(uuid),
    claim_until: nullable(timestamp),
    attempts: defaulting(smallint, 0),
    result: nullable(json),
    error: nullable(varchar(500)),
    created_at: timestamp,
    started_at: nullable(timestamp),
    completed_at: nullable(timestamp),
    updated_at: timestamp,
  },
});
