import type { Area } from '../area.ts';
import {
  executeTemplateRoute,
  getTemplateRoute,
  listGroupedTemplatesRoute,
  listTemplatesRoute,
  suggestTemplatesRoute,
  validateTemplateRoute,
} from './routes.ts';
import { workflowTemplateTools } from './tools.ts';

/** Use cases made of several capabilities, each carried out as one execution. */
export const workflowTemplatesArea: Area = {
  tag: {
    name: 'Workflow templates',
    group: 'Content',
    description: 'Use cases made of several capabilities, each carried out as one execution.',
  },
  routes: [
    listTemplatesRoute,
    listGroupedTemplatesRoute,
    suggestTemplatesRoute,
    getTemplateRoute,
    validateTemplateRoute,
    executeTemplateRoute,
  ],
  tools: workflowTemplateTools,
};
