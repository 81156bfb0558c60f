import { createCaseStudy } from '../../domain/case-studies/operations/create-case-study.ts';
import { deleteCaseStudy } from '../../domain/case-studies/operations/delete-case-study.ts';
import { generateCaseStudy } from '../../domain/case-studies/operations/generate-case-study.ts';
import {
  exportCaseStudy,
  getCaseStudy,
  getCaseStudySchema,
  listCaseStudies,
  listCaseStudyWords,
} from '../../domain/case-studies/operations/reads.ts';
import { suggestField } from '../../domain/case-studies/operations/suggest-field.ts';
import { updateCaseStudy } from '../../domain/case-studies/operations/update-case-study.ts';
import { validateCaseStudy } from '../../domain/case-studies/operations/validate-case-study.ts';
import { route } from '../route.ts';
import { caseStudyExport } from './export.ts';
import { caseStudyPage, caseStudySchema, caseStudyWords, oneCaseStudy, oneSuggestion, pathOf } from './resource.ts';

const PREFIX = '/partners/case-studies';

export const listCaseStudiesRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: 'List case studies, newest first',
  operation: listCaseStudies,
  body: caseStudyPage,
});

export const createCaseStudyRoute = route({
  method: 'POST',
  path: PREFIX,
  summary: 'Add a draft',
  operation: createCaseStudy,
  status: 201,
  body: oneCaseStudy,
  errors: ['CREATION_FAILED'],
});

export const caseStudySchemaRoute = route({
  method: 'GET',
  path: `${PREFIX}/schema`,
  operationId: 'getCaseStudySchema',
  summary: 'JSON Schema of the body that makes a case study, with all words of its lists',
  operation: getCaseStudySchema,
  body: caseStudySchema,
});

export const caseStudyFiltersRoute = route({
  method: 'GET',
  path: `${PREFIX}/filters`,
  operationId: 'getCaseStudyFilters',
  summary: 'All industries, use cases, countries and states',
  operation: listCaseStudyWords,
  body: caseStudyWords,
});

export const generateCaseStudyRoute = route({
  method: 'POST',
  path: `${PREFIX}/generate`,
  summary: 'Have a case study written; the request waits for it for up to a minute',
  operation: generateCaseStudy,
  status: ({ generation }) => (generation?.status === 'running' ? 202 : 201),
  successStatus: 201,
  body: oneCaseStudy,
  alternatives: {
    202: {
      description: 'It takes longer: `Location` is the draft, whose `meta.generation` tells how far it is.',
      body: oneCaseStudy.schema,
      interim: true,
    },
  },
  headers: ({ id, generation }): Record<string, string> =>
    generation?.status === 'running' ? { Location: pathOf(id) } : {},
  errors: ['CREATION_FAILED', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'GENERATION_FAILED', 'NOT_FOUND', 'NO_CREDITS'],
});

export const getCaseStudyRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}`,
  summary: 'One case study with inputs and generated content',
  operation: getCaseStudy,
  body: oneCaseStudy,
  errors: ['CASE_STUDY_NOT_FOUND'],
});

export const updateCaseStudyRoute = route({
  method: 'PATCH',
  path: `${PREFIX}/{id}`,
  summary: 'Change a case study, submit it, or take it back',
  operation: updateCaseStudy,
  body: oneCaseStudy,
  errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
});

export const deleteCaseStudyRoute = route({
  method: 'DELETE',
  path: `${PREFIX}/{id}`,
  summary: 'Remove a case study that was not validated',
  operation: deleteCaseStudy,
  errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT'],
});

export const suggestFieldRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/suggest`,
  operationId: 'suggestCaseStudyField',
  summary: 'A text for one field; it is saved nowhere',
  operation: suggestField,
  body: oneSuggestion,
  errors: ['CASE_STUDY_NOT_FOUND', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'NOT_FOUND', 'NO_CREDITS', 'SUGGESTION_FAILED'],
});

export const exportCaseStudyRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}/export`,
  summary: 'A case study in the layout of the portal’s form',
  operation: exportCaseStudy,
  body: caseStudyExport,
  errors: ['CASE_STUDY_NOT_FOUND'],
});

export const validateCaseStudyRoute = route({
  method: 'POST',
  path: '/3pi-partners/{partner_id}/case-studies/{case_study_id}/validate',
  summary: 'Validate a submitted case study, which freezes it',
  extension: true,
  operation: validateCaseStudy,
  body: oneCaseStudy,
  errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT'],
});
