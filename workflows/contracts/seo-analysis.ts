/** Name of the workflow that carries an SEO analysis out. */
export const SEO_ANALYSIS_WORKFLOW = 'seoAnalysis';

/** Its id; unique for the life of the database. */
export function seoAnalysisWorkflowId(jobId: number): string {
  return `seo-analysis-${jobId}`;
}

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
