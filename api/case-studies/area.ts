import type { Area } from '../area.ts';
import {
  caseStudyFiltersRoute,
  caseStudySchemaRoute,
  createCaseStudyRoute,
  deleteCaseStudyRoute,
  exportCaseStudyRoute,
  generateCaseStudyRoute,
  getCaseStudyRoute,
  listCaseStudiesRoute,
  suggestFieldRoute,
  updateCaseStudyRoute,
  validateCaseStudyRoute,
} from './routes.ts';
import { caseStudyTools } from './tools.ts';

/** Case studies, from what a partner tells to the form of the partner programme's portal. */
export const caseStudiesArea: Area = {
  tag: {
    name: 'Case studies',
    group: 'Content',
    description: "Case studies, from what a partner tells to the form of the partner programme's portal.",
  },
  routes: [
    listCaseStudiesRoute,
    createCaseStudyRoute,
    caseStudySchemaRoute,
    caseStudyFiltersRoute,
    generateCaseStudyRoute,
    getCaseStudyRoute,
    updateCaseStudyRoute,
    deleteCaseStudyRoute,
    suggestFieldRoute,
    exportCaseStudyRoute,
    validateCaseStudyRoute,
  ],
  tools: caseStudyTools,
};
