import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { caseStudyNotFound } from '../rules.ts';
import { caseStudyParams } from '../schema.ts';
import { ownCaseStudy } from '../target.ts';
import type { CaseStudy } from '../types.ts';

/** One case study with inputs and generated content. */
export const getCaseStudy = operation({
  name: 'case_studies.get',
  permission: 'view_content',
  params: caseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: ownCaseStudy,
  input: nothing,
  run: async (_deps, _call, _input, caseStudy): Promise<CaseStudy> => caseStudy,
});
