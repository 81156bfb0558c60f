import { createSeoTransitions, createSeoWork } from '../activities/seo.ts';
import { perform } from '../domain/kernel/step.ts';
import { failAnalysis } from '../domain/seo/steps/fail-analysis.ts';
import { listStaleAnalyses } from '../domain/seo/steps/upkeep.ts';
import { MAIN_QUEUE, SEO_QUEUE } from '../workflows/queues.ts';
import { SEO_ANALYSIS_WORKFLOW, seoAnalysisWorkflowId } from '../workflows/seo-analysis/contract.ts';
import type { WorkerArea } from './area.ts';

/** Analyses of listings. */
export const seo: WorkerArea<'seo.start'> = {
  activities: ({ deps }) => ({ [SEO_QUEUE]: createSeoWork(deps), [MAIN_QUEUE]: createSeoTransitions(deps) }),
  jobs: {
    'seo.start': {
      refused: (deps, { jobId, rowKey }) => perform(deps, failAnalysis, { jobId, rowKey, reason: 'refused' }),
      stale: {
        name: 'analysis',
        list: listStaleAnalyses,
        workflowType: SEO_ANALYSIS_WORKFLOW,
        workflowId: seoAnalysisWorkflowId,
        end: (deps, { id, rowKey }) => perform(deps, failAnalysis, { jobId: id, rowKey, reason: 'lost' }),
      },
    },
  },
};
