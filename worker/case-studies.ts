import { createCaseStudyTransitions, createCaseStudyWork } from '../activities/case-studies.ts';
import { failGeneration } from '../domain/case-studies/steps/fail-generation.ts';
import { foldCaseStudyCounts, listStaleGenerations } from '../domain/case-studies/steps/upkeep.ts';
import { perform } from '../domain/kernel/step.ts';
import {
  CASE_STUDY_GENERATION_WORKFLOW,
  caseStudyGenerationWorkflowId,
} from '../workflows/case-study-generation/contract.ts';
import { AI_QUEUE, AI_SANDBOX_QUEUE, MAIN_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';

/** Case studies that the AI writes. */
export const caseStudies: WorkerArea<'case_study.generate'> = {
  activities: ({ deps }) => ({
    [MAIN_QUEUE]: createCaseStudyTransitions(deps),
    [AI_QUEUE]: createCaseStudyWork(deps),
    [AI_SANDBOX_QUEUE]: createCaseStudyWork(deps),
  }),
  jobs: {
    'case_study.generate': {
      refused: (deps, { generationId, rowKey }) =>
        perform(deps, failGeneration, { generationId, rowKey, reason: 'refused' }),
      stale: {
        name: 'case study generation',
        list: listStaleGenerations,
        workflowType: CASE_STUDY_GENERATION_WORKFLOW,
        workflowId: caseStudyGenerationWorkflowId,
        end: (deps, { id, rowKey }) => perform(deps, failGeneration, { generationId: id, rowKey, reason: 'lost' }),
      },
    },
  },
  periodic: [{ name: 'fold case study counts', run: (deps) => perform(deps, foldCaseStudyCounts, {}) }],
};
