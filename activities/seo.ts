import { perform } from '../domain/kernel/step.ts';
import { failAnalysis, listStaleAnalyses } from '../domain/seo/steps/housekeeping.ts';
import { runAnalysis } from '../domain/seo/steps/run-analysis.ts';
import { SEO_ANALYSIS } from '../workflows/seo-analysis/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Analyses of listings. */
export const seoAnalysis = {
  contract: SEO_ANALYSIS,
  steps: { transitions: { failSeoAnalysis: failAnalysis }, seo: { runSeoAnalysis: runAnalysis } },
  owner: {
    name: 'analysis',
    stale: listStaleAnalyses,
    end: (deps, job, reason) => perform(deps, failAnalysis, { ...job, reason }),
  },
} as const satisfies Flow<typeof SEO_ANALYSIS>;

export type SeoAnalysisSteps = Activities<typeof seoAnalysis>;
