import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that carries an SEO analysis out. */
export const SEO_ANALYSIS_WORKFLOW = 'seoAnalysis';

/** Its id; unique for the life of the database. */
export function seoAnalysisWorkflowId(jobId: number): string {
  return `seo-analysis-${jobId}`;
}

/** Which job a run carries out. */
export interface SeoAnalysisInput {
  jobId: number;
  /** Tells the job from a later one under the same id, once a database was restored. */
  rowKey: string;
}

/** Work that asks the marketplace, and sometimes the AI. */
export interface SeoWork {
  /**
   * Carries the job out unless another process does; returns how long to leave it to that one, null when the job has ended, and why it
   * has failed, in a sentence of the service without texts of partners.
   */
  runSeoAnalysis(input: SeoAnalysisInput): Promise<{ waitMs: number | null; error: string | null }>;
}

/** Short transitions, run within the workflow task. */
export interface SeoTransitions {
  /** Ends the job as failed for a class of failure; false when it had ended already. */
  failSeoAnalysis(input: SeoAnalysisInput & { reason: string }): Promise<boolean>;
}

/** What the command becomes on the engine. */
export const seoAnalysisCommands: EngineCommands<'seo.start'> = {
  'seo.start': ({ jobId, rowKey, listingId, partnerId, requestId }, publicUrl) => ({
    action: 'start',
    workflowType: SEO_ANALYSIS_WORKFLOW,
    workflowId: seoAnalysisWorkflowId(jobId),
    taskQueue: MAIN_QUEUE,
    args: [{ jobId, rowKey }],
    rowKey,
    memo: { requestId, link: `${publicUrl}/api/v1/marketplace/seo-score/status/${jobId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `seo_job:${jobId}`, MwCapability: 'seo_analysis' },
    summary: `SEO analysis for partner ${partnerId}`,
    details:
      `Analysis ${jobId} of listing \`${listingId}\`. Safe to cancel: it fails at once, and nothing is charged. Safe to ` +
      'terminate, too: a request that asks for it may still finish it, at its price, else it fails within minutes.',
    priority: priorityOf(partnerId),
  }),
};
