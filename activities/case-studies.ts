import { failGeneration } from '../domain/case-studies/steps/fail-generation.ts';
import { writeCaseStudy } from '../domain/case-studies/steps/write-case-study.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { CaseStudyTransitions, CaseStudyWork } from '../workflows/case-study-generation/contract.ts';
import { activity } from './activity.ts';

/** Activities that ask the AI. */
export function createCaseStudyWork(deps: Deps): CaseStudyWork {
  return { writeCaseStudy: activity(deps, writeCaseStudy) };
}

/** Short transitions, run as local activities. */
export function createCaseStudyTransitions(deps: Deps): CaseStudyTransitions {
  return { failCaseStudyGeneration: activity(deps, failGeneration) };
}
