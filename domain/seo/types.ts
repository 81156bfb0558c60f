import type { ContentAnalysis } from './content-analysis.ts';
import type { ListingScore } from './rubric/types.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'seo.start': { jobId: number; rowKey: string; listingId: string; partnerId: number; requestId: string };
  }
}

/** What is analysed and how. Two requests with the same subject share the open job and the cached score. */
export interface SeoSubject {
  partnerId: number;
  listingId: string;
  category: string;
  /** Empty: none. */
  brandKeyword: string;
  /** Empty: none. */
  partnerDomain: string;
  /** Past every cache. */
  useRealtimeData: boolean;
  includeContentAnalysis: boolean;
  /** Asked for with a sandbox key: the sandbox AI comments, and nothing is charged. */
  sandbox: boolean;
}

/** What the AI says about a listing, or why it says nothing. */
export type Comment = { text: string } | { reason: string };

/** What a completed job leaves behind. */
export interface SeoResult {
  score: ListingScore;
  content_analysis: (ContentAnalysis & { ai_comment: string | null; ai_comment_reason: string | null }) | null;
}

/** How a job ends. */
export type SeoOutcome = { status: 'completed'; result: SeoResult } | { status: 'failed'; error: string };
