import { PRICES } from '../../domain/capabilities/prices.ts';
import { createCaseStudy } from '../../domain/case-studies/operations/create-case-study.ts';
import { deleteCaseStudy } from '../../domain/case-studies/operations/delete-case-study.ts';
import { generateCaseStudy } from '../../domain/case-studies/operations/generate-case-study.ts';
import {
  caseStudyFile,
  exportCaseStudy,
  getCaseStudy,
  getCaseStudySchema,
  listCaseStudies,
  listCaseStudyWords,
  listSubmissions,
} from '../../domain/case-studies/operations/reads.ts';
import { returnCaseStudy } from '../../domain/case-studies/operations/return-case-study.ts';
import { suggestField } from '../../domain/case-studies/operations/suggest-field.ts';
import { updateCaseStudy } from '../../domain/case-studies/operations/update-case-study.ts';
import { validateCaseStudy } from '../../domain/case-studies/operations/validate-case-study.ts';
import { GENERATION_CAPABILITY } from '../../domain/case-studies/rules.ts';
import { area } from '../area.ts';
import { OUTBOUND } from '../mcp/tool-options.ts';
import { page } from '../resource.ts';
import { route, stream } from '../route.ts';
import { TEXT_FILE_TYPES } from '../text-files/convert.ts';
import { caseStudyExport } from './export.ts';
import { fileChunks, fileHeaders } from './file.ts';
import {
  caseStudyPage,
  caseStudySchema,
  caseStudySubmissionResource,
  caseStudyWords,
  oneCaseStudy,
  oneSuggestion,
  pathOf,
} from './resource.ts';
import { caseStudyWork } from './work.ts';

const PREFIX = '/partners/case-studies';

export const caseStudiesArea = area({
  tag: {
    name: 'Case studies',
    group: 'Content',
    description: "Case studies, from the partner's input to the form of the partner program's portal.",
  },
  firstTools: [
    'list_case_studies',
    'get_case_study',
    'get_case_study_schema',
    'create_case_study',
    'generate_case_study',
    'suggest_case_study_field',
    'update_case_study',
    'export_case_study',
  ],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List case studies, newest first',
      operation: listCaseStudies,
      body: caseStudyPage,
      tool: {
        name: 'list_case_studies',
        title: 'List case studies',
        description: 'Lists case studies, newest first, with title, customer and status.',
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      summary: 'Add a draft',
      operation: createCaseStudy,
      status: 201,
      body: oneCaseStudy,
      errors: ['CONFLICT', 'CREATION_FAILED'],
      tool: {
        name: 'create_case_study',
        title: 'Add a case study',
        description: 'Adds a draft from known facts about a customer’s project, without AI and free of charge.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/schema`,
      operationId: 'getCaseStudySchema',
      summary: 'JSON Schema for creating a case study, with all allowed values',
      operation: getCaseStudySchema,
      body: caseStudySchema,
      tool: {
        name: 'get_case_study_schema',
        title: 'Read the form of case studies',
        description:
          'Returns the JSON Schema of a case study with all industries, use cases and countries. The result is long.',
        omit: ['id'],
        whole: ['attributes'],
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/filters`,
      operationId: 'getCaseStudyFilters',
      summary: 'All industries, use cases, countries and states',
      operation: listCaseStudyWords,
      body: caseStudyWords,
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/generate`,
      summary: 'Have a case study written; the request waits up to a minute',
      operation: generateCaseStudy,
      status: ({ generation }) => (generation?.status === 'running' ? 202 : 201),
      successStatus: 201,
      body: oneCaseStudy,
      alternatives: {
        202: {
          description: 'Still being written: `Location` is the draft; its `meta.generation` shows the progress.',
          body: oneCaseStudy.schema,
          interim: true,
        },
      },
      headers: ({ id, generation }): Record<string, string> =>
        generation?.status === 'running' ? { Location: pathOf(id) } : {},
      locates: true,
      errors: [
        'CONFLICT',
        'CREATION_FAILED',
        'DAILY_CREDIT_LIMIT_EXCEEDED',
        'GENERATION_FAILED',
        'NOT_FOUND',
        'NO_CREDITS',
      ],
      work: caseStudyWork,
      tool: {
        name: 'generate_case_study',
        title: 'Have a case study written',
        description:
          'Adds a draft and has the AI write it, for the credits of case_study_generation. Takes up to a minute; if longer, poll get_case_study.',
        rename: { brand_voice_id: 'brand_voice_company_id' },
        input: { brandVoiceIn: () => 'arguments', credits: () => PRICES[GENERATION_CAPABILITY] },
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One case study with its input and generated content',
      operation: getCaseStudy,
      body: oneCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND'],
      tool: {
        name: 'get_case_study',
        title: 'Read a case study',
        description: 'Reads one case study with its input, generated texts and generation status.',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}`,
      summary: 'Change, submit or withdraw a case study',
      operation: updateCaseStudy,
      body: oneCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      tool: {
        name: 'update_case_study',
        title: 'Change a case study',
        description:
          'Changes fields or generated texts of a case study, submits it (status submitted) or withdraws it (status draft).',
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{id}`,
      summary: 'Remove a case study that is not validated',
      operation: deleteCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT'],
      tool: {
        name: 'delete_case_study',
        title: 'Remove a case study',
        description: 'Removes a case study permanently, unless it is validated.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/suggest`,
      operationId: 'suggestCaseStudyField',
      summary: 'Suggest a text for one field, without saving it',
      operation: suggestField,
      body: oneSuggestion,
      errors: ['CASE_STUDY_NOT_FOUND', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'NOT_FOUND', 'NO_CREDITS', 'SUGGESTION_FAILED'],
      tool: {
        name: 'suggest_case_study_field',
        title: 'Suggest a text for a field',
        description:
          'Has the AI write, continue or improve one field of a case study for the credits of case_study_suggestion; save it with update_case_study.',
        whole: ['suggestion'],
        rename: { brand_voice_id: 'brand_voice_company_id' },
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/export`,
      summary: 'A case study in the layout of the portal’s form',
      operation: exportCaseStudy,
      body: caseStudyExport,
      errors: ['CASE_STUDY_NOT_FOUND'],
      tool: {
        name: 'export_case_study',
        title: 'Export a case study',
        description: 'Returns a case study in the layout of the partner portal’s form, preferring generated texts.',
      },
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/{id}/file`,
      operationId: 'getCaseStudyFile',
      summary: 'A case study as a file: Markdown, HTML, Word or PDF',
      extension: true,
      operation: caseStudyFile,
      ...TEXT_FILE_TYPES,
      headers: fileHeaders,
      write: fileChunks,
      errors: ['CASE_STUDY_NOT_FOUND'],
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/submissions`,
      operationId: 'listCaseStudySubmissions',
      summary: 'The submissions of a case study with their outcomes, newest first',
      extension: true,
      operation: listSubmissions,
      body: page(caseStudySubmissionResource),
      neverCut: ['reason'],
      errors: ['CASE_STUDY_NOT_FOUND'],
      tool: {
        name: 'list_case_study_submissions',
        title: 'List submissions of a case study',
        description:
          'Lists the submissions of a case study with their status: pending, withdrawn, validated, or returned with the reason.',
      },
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/case-studies/{case_study_id}/return',
      summary: 'Return a submitted case study to its partner with a reason; it becomes a draft again',
      extension: true,
      operation: returnCaseStudy,
      body: oneCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/case-studies/{case_study_id}/validate',
      summary: 'Validate a submitted case study, which makes it read-only',
      extension: true,
      operation: validateCaseStudy,
      body: oneCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT'],
    }),
  ],
});
