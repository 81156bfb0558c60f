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
    description: "Case studies, from what a partner tells to the form of the partner programme's portal.",
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
        description: 'Adds a draft from what is known of a customer’s project, without the AI and free of charge.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/schema`,
      operationId: 'getCaseStudySchema',
      summary: 'JSON Schema of the body that makes a case study, with all words of its lists',
      operation: getCaseStudySchema,
      body: caseStudySchema,
      tool: {
        name: 'get_case_study_schema',
        title: 'Read the form of case studies',
        description: 'Gives the JSON Schema of a case study with all industries, use cases and countries. It is long.',
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
      summary: 'Have a case study written; the request waits for it for up to a minute',
      operation: generateCaseStudy,
      status: ({ generation }) => (generation?.status === 'running' ? 202 : 201),
      successStatus: 201,
      body: oneCaseStudy,
      alternatives: {
        202: {
          description: 'It takes longer: `Location` is the draft, whose `meta.generation` shows how far it is.',
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
          'Adds a draft and has the AI write it, which takes up to a minute and costs the credits of case_study_generation; when it takes longer, poll get_case_study.',
        rename: { brand_voice_id: 'brand_voice_company_id' },
        input: { brandVoiceIn: () => 'arguments', credits: () => PRICES[GENERATION_CAPABILITY] },
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One case study with inputs and generated content',
      operation: getCaseStudy,
      body: oneCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND'],
      tool: {
        name: 'get_case_study',
        title: 'Read a case study',
        description: 'Reads one case study with what was told, what was generated, and how far a generation is.',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}`,
      summary: 'Change a case study, submit it, or take it back',
      operation: updateCaseStudy,
      body: oneCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      tool: {
        name: 'update_case_study',
        title: 'Change a case study',
        description:
          'Changes fields or generated texts of a case study, submits it (status submitted) or takes it back.',
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{id}`,
      summary: 'Remove a case study that was not validated',
      operation: deleteCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT'],
      tool: {
        name: 'delete_case_study',
        title: 'Remove a case study',
        description: 'Removes a case study for good; one that was validated stays.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/suggest`,
      operationId: 'suggestCaseStudyField',
      summary: 'A text for one field; it is saved nowhere',
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
        description: 'Gives a case study in the layout of the partner portal’s form, generated texts first.',
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
          'Lists when a case study was submitted and what became of it: pending, withdrawn, validated, or returned with the reason.',
      },
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/case-studies/{case_study_id}/return',
      summary: 'Return a submitted case study to its partner with the reason; it is a draft again',
      extension: true,
      operation: returnCaseStudy,
      body: oneCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/case-studies/{case_study_id}/validate',
      summary: 'Validate a submitted case study, which freezes it',
      extension: true,
      operation: validateCaseStudy,
      body: oneCaseStudy,
      errors: ['CASE_STUDY_NOT_FOUND', 'CONFLICT'],
    }),
  ],
});
