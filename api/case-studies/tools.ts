import { ADDS, CHANGES, ENDS, READS, type Tool, tool } from '../mcp/tool.ts';
import {
  caseStudySchemaRoute,
  createCaseStudyRoute,
  deleteCaseStudyRoute,
  exportCaseStudyRoute,
  generateCaseStudyRoute,
  getCaseStudyRoute,
  listCaseStudiesRoute,
  suggestFieldRoute,
  updateCaseStudyRoute,
} from './routes.ts';

/** Case studies: from what a partner tells to the portal's form. */
export const caseStudyTools: Tool[] = [
  tool(listCaseStudiesRoute, {
    name: 'list_case_studies',
    title: 'List case studies',
    description: 'Lists case studies, newest first, with title, customer and status.',
    annotations: READS,
  }),
  tool(getCaseStudyRoute, {
    name: 'get_case_study',
    title: 'Read a case study',
    description: 'Reads one case study with what was told, what was generated, and how far a generation is.',
    annotations: READS,
  }),
  tool(caseStudySchemaRoute, {
    name: 'get_case_study_schema',
    title: 'Read the form of case studies',
    description: 'Gives the JSON Schema of a case study with all industries, use cases and countries. It is long.',
    omit: ['id'],
    whole: ['attributes'],
    annotations: READS,
  }),
  tool(createCaseStudyRoute, {
    name: 'create_case_study',
    title: 'Add a case study',
    description: 'Adds a draft from what is known of a customer’s project, without the AI and free of charge.',
    annotations: ADDS,
  }),
  tool(generateCaseStudyRoute, {
    name: 'generate_case_study',
    title: 'Have a case study written',
    description:
      'Adds a draft and has the AI write it, which takes up to a minute and costs the credits of case_study_generation; when it takes longer, poll get_case_study.',
    rename: { brand_voice_id: 'brand_voice_company_id' },
    annotations: { ...ADDS, openWorldHint: true },
  }),
  tool(suggestFieldRoute, {
    name: 'suggest_case_study_field',
    title: 'Suggest a text for a field',
    description:
      'Has the AI write, continue or improve one field of a case study for the credits of case_study_suggestion; save it with update_case_study.',
    whole: ['suggestion'],
    rename: { brand_voice_id: 'brand_voice_company_id' },
    annotations: { ...ADDS, openWorldHint: true },
  }),
  tool(updateCaseStudyRoute, {
    name: 'update_case_study',
    title: 'Change a case study',
    description: 'Changes fields or generated texts of a case study, submits it (status submitted) or takes it back.',
    annotations: CHANGES,
  }),
  tool(exportCaseStudyRoute, {
    name: 'export_case_study',
    title: 'Export a case study',
    description: 'Gives a case study in the layout of the partner portal’s form, generated texts first.',
    annotations: READS,
  }),
  tool(deleteCaseStudyRoute, {
    name: 'delete_case_study',
    title: 'Remove a case study',
    description: 'Removes a case study for good; one that was validated stays.',
    annotations: ENDS,
  }),
];
