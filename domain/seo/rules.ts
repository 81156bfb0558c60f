import { SEO_STATUSES, type SeoJobRow, type SeoJobStatus } from './table.ts';
import type { SeoSubject } from './types.ts';

const HOUR_MS = 3_600_000;

/** A score is given again for this long. */
const CACHE_MS = 24 * HOUR_MS;
/** A job that is open for longer is finished by the request that asks for it. */
const FALLBACK_AFTER_MS = 15_000;
/** A claim that is not renewed lapses after this long, seconds. */
export const CLAIM_SECONDS = 15;
/** A third of it, so that two failed renewals lose nothing. */
export const RENEW_MS = 5_000;
/** Times a job is taken up; one that ends its process each time must not go on for ever. */
export const MAX_ATTEMPTS = 3;
/** Capability of every analysis: keys are scoped by it and credits are booked on it. */
export const SEO_CAPABILITY = 'seo_analysis';

/** Which states may follow which; every change of status is an update guarded by this table. */
const TRANSITIONS: Record<SeoJobStatus, readonly SeoJobStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['processing', 'completed', 'failed'],
  completed: [],
  failed: [],
};

/** The states from which a state can be reached. */
export function statesBefore(status: SeoJobStatus): SeoJobStatus[] {
  return SEO_STATUSES.filter((from) => TRANSITIONS[from].includes(status));
}

/** Whether work on the job may still go on. */
export function isOpen(status: SeoJobStatus): boolean {
  return TRANSITIONS[status].length > 0;
}

/** The states in which it may. */
export const OPEN_STATUSES: readonly SeoJobStatus[] = SEO_STATUSES.filter(isOpen);

/** Jobs made before this moment are finished by the request that asks for them. */
export function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - FALLBACK_AFTER_MS);
}

/** Scores from before this moment are not given again. */
export function freshSince(now: Date): Date {
  return new Date(now.getTime() - CACHE_MS);
}

/** Age of a result in hours, to two decimals. */
export function ageHours(completedAt: Date, now: Date): number {
  return Math.round(Math.max(0, now.getTime() - completedAt.getTime()) / (HOUR_MS / 100)) / 100;
}

/** What a job is about. */
export function subjectOf(job: SeoJobRow): SeoSubject {
  return {
    partnerId: job.partner_id,
    listingId: job.listing_id,
    category: job.category,
    brandKeyword: job.brand_keyword,
    partnerDomain: job.partner_domain,
    useRealtimeData: job.use_realtime_data,
    includeContentAnalysis: job.include_content_analysis,
    sandbox: job.sandbox,
  };
}

/** Topic on which the end of a job is announced. */
export function seoJobTopic(id: number): string {
  return `seo-job:${id}`;
}

/** Reference of a job's credits in the ledger. */
export function creditReference(rowKey: string): string {
  return `seo-job:${rowKey}`;
}
