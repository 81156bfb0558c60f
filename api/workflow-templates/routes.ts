import { executeTemplate } from '../../domain/workflow-templates/operations/execute-template.ts';
import {
  getTemplate,
  listGroupedTemplates,
  listTemplates,
  validateTemplate,
} from '../../domain/workflow-templates/operations/reads.ts';
import { suggestTemplates } from '../../domain/workflow-templates/operations/suggest-templates.ts';
import { acceptedExecution } from '../executions/resource.ts';
import { all, one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import { templateCheck, templateGroup, templateResource, templateSuggestion } from './resource.ts';

const PREFIX = '/content-workflow/workflow-templates';

export const listTemplatesRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: 'List workflow templates',
  operation: listTemplates,
  body: pageWithRange(templateResource),
});

export const listGroupedTemplatesRoute = route({
  method: 'GET',
  path: `${PREFIX}/grouped`,
  operationId: 'listGroupedWorkflowTemplates',
  summary: 'All workflow templates by category',
  operation: listGroupedTemplates,
  body: all(templateGroup),
});

export const suggestTemplatesRoute = route({
  method: 'POST',
  path: `${PREFIX}/suggest`,
  operationId: 'suggestWorkflowTemplates',
  summary: 'Have the AI choose templates for a use case',
  description: 'The catalogue is the only choice. Costs what `template_suggestion` costs, on success.',
  operation: suggestTemplates,
  body: all(templateSuggestion),
  errors: ['PRECONDITION_FAILED', 'SUGGESTION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
});

export const getTemplateRoute = route({
  method: 'GET',
  path: `${PREFIX}/{slug}`,
  summary: 'One workflow template with its steps and the form of its input',
  operation: getTemplate,
  body: one(templateResource),
});

export const validateTemplateRoute = route({
  method: 'POST',
  path: `${PREFIX}/{slug}/validate`,
  summary: 'Hold an input against a template without executing anything',
  operation: validateTemplate,
  body: one(templateCheck),
});

export const executeTemplateRoute = route({
  method: 'POST',
  path: `${PREFIX}/{slug}/execute`,
  summary: 'Execute a template: one execution with the steps of all its capabilities',
  operation: executeTemplate,
  status: 201,
  body: acceptedExecution,
  errors: ['PRECONDITION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
});
