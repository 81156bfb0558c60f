import { HOUR_MS } from '../kernel/durations.ts';
import { SEO_STATUSES, type SeoJobRow, type SeoJobStatus, type SeoSubject } from './table.ts';

/** How long a score is cached. */
const CACHE_MS = 24 * HOUR_MS;
/** A job that has been open for longer is finished by the request that polls it. */
const FALLBACK_AFTER_MS = 15_000;
/** A claim that is not renewed expires after this long, seconds. */
export const CLAIM_SECONDS = 15;
/** A third of a claim's duration, so that two failed renewals do no harm. */
export const RENEW_MS = 5_000;
/** Attempts on a job; a job that crashes its process each time must not be retried for ever. */
export const MAX_ATTEMPTS = 3;
/** Capability of every analysis: keys are scoped by it and credits are charged for it. */
export const SEO_CAPABILITY = 'seo_analysis';

/** Allowed transitions; every change of status is an update guarded by this table. */
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

/** Whether work on the job may continue. */
export function isOpen(status: SeoJobStatus): boolean {
  return TRANSITIONS[status].length > 0;
}

/** Statuses of a job that has not ended. */
export const OPEN_STATUSES: readonly SeoJobStatus[] = SEO_STATUSES.filter(isOpen);

/** Jobs created before this time are finished by the request that polls them. */
export function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - FALLBACK_AFTER_MS);
}

/** Scores from before this time have expired from the cache. */
export function freshSince(now: Date): Date {
  return new Date(now.getTime() - CACHE_MS);
}

/** Age of a result in hours, to two decimals. */
export function ageHours(completedAt: Date, now: Date): number {
  return Math.round(Math.max(0, now.getTime() - completedAt.getTime()) / (HOUR_MS / 100)) / 100;
}

/** The subject of a job. */
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

/** Topic that notifies of the end of a job. */
export function seoJobTopic(id: number): string {
  return `seo-job:${id}`;
}

/** Reference of a job's credits in the ledger. */
export function creditReference(rowKey: string): string {
  return `seo-job:${rowKey}`;
}
