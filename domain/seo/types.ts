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
  content_analysis: (ContentAnalysis & { ai_comment: string | null; ai_comment_reason: string | null }) | null;
}

/** Final status of a job, with its result or the sentence for the partner. */
export type SeoOutcome = { status: 'completed'; result: SeoResult } | { status: 'failed'; error: string };
