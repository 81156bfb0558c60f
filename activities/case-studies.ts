import { listStaleGenerations } from '../domain/case-studies/steps/housekeeping.ts';
import { failGeneration, writeCaseStudy } from '../domain/case-studies/steps/write-case-study.ts';
import { perform } from '../domain/kernel/step.ts';
import { CASE_STUDY_GENERATION } from '../workflows/case-study-generation/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Case studies that the AI writes. */
export const caseStudyGeneration = {
  contract: CASE_STUDY_GENERATION,
  steps: { transitions: { failCaseStudyGeneration: failGeneration }, ai: { writeCaseStudy } },
  owner: {
    name: 'case study generation',
    stale: listStaleGenerations,
    end: (deps, generation, reason) => perform(deps, failGeneration, { ...generation, reason }),
  },
} as const satisfies Flow<typeof CASE_STUDY_GENERATION>;

export type CaseStudyGenerationSteps = Activities<typeof caseStudyGeneration>;
