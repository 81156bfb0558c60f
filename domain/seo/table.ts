import {
  bigint,
  boolean,
  identity,
  json,
  oneOf,
  type Row,
  smallint,
  table,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { ContentAnalysis } from './content-analysis.ts';
import type { ListingScore } from './rubric/types.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'seo.start': { jobId: number; rowKey: string; listingId: string; partnerId: number; requestId: string };
  }
}

/** What to analyse and how. Requests with the same subject share the open job and the cached score. */
export interface SeoSubject {
  partnerId: number;
  listingId: string;
  category: string;
  /** Empty: none. */
  brandKeyword: string;
  /** Empty: none. */
  partnerDomain: string;
  /** Bypasses every cache. */
  useRealtimeData: boolean;
  includeContentAnalysis: boolean;
  /** Requested with a sandbox key: the sandbox AI comments, and nothing is charged. */
  sandbox: boolean;
}

/** The AI's comment on a listing, or why there is none. */
export type Comment = { text: string } | { reason: string };

/** Result of a completed job. */
export interface SeoResult {
  score: ListingScore;
  /** The logo could not be fetched for a reason that may pass, so the score may not be compared with others. */
  logo_unread?: true;
  content_analysis: (ContentAnalysis & { ai_comment: string | null; ai_comment_reason: string | null }) | null;
}

/** Final status of a job, with its result or the sentence for the partner. */
export type SeoOutcome = { status: 'completed'; result: SeoResult } | { status: 'failed'; error: string };

/** States of an analysis; rules.ts has the allowed transitions. */
export const SEO_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type SeoJobStatus = (typeof SEO_STATUSES)[number];

/** A requested analysis of a listing. Keyword and domain are empty if none was given. */
export const seoJobTable = table(
  'seo_job',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    listing_id: varchar(255),
    category: varchar(64),
    brand_keyword: varchar(100),
    partner_domain: varchar(253),
    use_realtime_data: boolean(),
    include_content_analysis: boolean(),
    sandbox: boolean(),
    /** Requested by the schedule of the listing, which counts how it ends. */
    scheduled: boolean().default(false),
    status: oneOf(SEO_STATUSES, 12).default('pending'),
    /** Fences off writes of a process that was presumed dead; set while the job is processed. */
    claim_token: uuid().nullable(),
    /** The job may be taken over from then on. */
    claim_until: timestamp().nullable(),
    /** Number of claims. */
    attempts: smallint().default(0),
    /** Score and content analysis, once completed. */
    result: json<SeoResult>().nullable(),
    /** Content items that recommendations were made into, by their rules. */
    applied: json<Record<string, number>>().default(() => "'{}'"),
    /** A sentence for the partner, once failed. */
    error: varchar(500).nullable(),
    created_at: timestamp(),
    started_at: timestamp().nullable(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 90, setting: 'RETENTION_SEO_JOB_DAYS' },
  { personal: ['text'] },
);
export type SeoJobRow = Row<typeof seoJobTable>;
