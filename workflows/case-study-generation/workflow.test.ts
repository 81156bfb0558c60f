import { jest } from '@jest/globals';
import type { CaseStudyGenerationSteps } from '../../activities/case-studies.ts';
import { testOneStepFlow } from '../../test/environment/one-step-flow.ts';
import { AI_QUEUE } from '../queues.ts';
import { CASE_STUDY_GENERATION } from './contract.ts';

jest.setTimeout(120_000);

testOneStepFlow({
  contract: CASE_STUDY_GENERATION,
  queue: AI_QUEUE,
  input: { sandbox: false },
  step: (work): CaseStudyGenerationSteps['ai'] => ({ writeCaseStudy: ({ generationId }) => work(generationId) }),
  failure: (fail): CaseStudyGenerationSteps['transitions'] => ({
    failCaseStudyGeneration: ({ generationId, reason }) => fail(generationId, reason),
  }),
  details: {
    done: '**completed**; the case study is in the database',
    ended: '**ended without a case study**',
    failed: '**failed**: `ai_refused`; nothing is charged',
  },
});
