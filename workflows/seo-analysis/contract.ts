import type { z } from 'zod';
import type { failAnalysis } from '../../domain/seo/steps/housekeeping.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Identifies a job; the key distinguishes it from a later one with the same id, after a restore of the database. */
export type SeoAnalysisInput = Omit<z.input<typeof failAnalysis.input>, 'reason'>;

/** Runs an SEO analysis. */
export const SEO_ANALYSIS = {
  workflow: 'seoAnalysis',
  id: 'seo-analysis',
  row: 'jobId',
  command: 'seo.start',
  start: ({ jobId, rowKey, listingId, partnerId, requestId }, publicUrl) => ({
    input: { jobId, rowKey },
    memo: { requestId, link: `${publicUrl}/api/v1/marketplace/seo-score/status/${jobId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `seo_job:${jobId}`, MwCapability: 'seo_analysis' },
    summary: `SEO analysis for partner ${partnerId}`,
    details:
      `Analysis ${jobId} of listing \`${listingId}\`. Safe to cancel: it fails at once, and nothing is charged. Safe to ` +
      'terminate, too: a request that asks for it may still finish it, at its price, else it fails within minutes.',
    priority: priorityOf(partnerId),
  }),
} as const satisfies CommandedFlow<'seo.start', SeoAnalysisInput>;
