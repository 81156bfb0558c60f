import { executeTemplate } from '../../domain/workflow-templates/operations/execute-template.ts';
import {
  getTemplate,
  listGroupedTemplates,
  listTemplates,
  validateTemplate,
} from '../../domain/workflow-templates/operations/reads.ts';
import { suggestTemplates } from '../../domain/workflow-templates/operations/suggest-templates.ts';
import { requestedTemplatePrice } from '../../domain/workflow-templates/price.ts';
import { area } from '../area.ts';
import { acceptedExecution } from '../executions/resource.ts';
import { READ_ONLY } from '../mcp/tool-options.ts';
import { all, one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import { templateCheck, templateGroup, templateResource, templateSuggestion } from './resource.ts';
import { templateWork } from './work.ts';

const PREFIX = '/content-workflow/workflow-templates';

const BY_SLUG = { rename: { template_slug: 'slug' } } as const;

export const workflowTemplatesArea = area({
  tag: {
    name: 'Workflow templates',
    group: 'Content',
    description: 'Use cases made of several capabilities, each carried out as one execution.',
  },
  firstTools: ['list_workflow_templates', 'get_workflow_template'],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List workflow templates',
      operation: listTemplates,
      body: pageWithRange(templateResource),
      tool: {
        name: 'list_workflow_templates',
        title: 'List workflow templates',
        description:
          'Lists use cases that are made of several capabilities, such as a product launch, with their steps, the form of their input and their price.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/grouped`,
      operationId: 'listGroupedWorkflowTemplates',
      summary: 'All workflow templates by category',
      operation: listGroupedTemplates,
      body: all(templateGroup),
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/suggest`,
      operationId: 'suggestWorkflowTemplates',
      summary: 'Have the AI choose templates for a use case',
      description: 'The catalogue is the only choice. Costs what `template_suggestion` costs, on success.',
      operation: suggestTemplates,
      body: all(templateSuggestion),
      errors: ['PRECONDITION_FAILED', 'SUGGESTION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      tool: {
        name: 'suggest_workflow_templates',
        title: 'Suggest workflow templates',
        description:
          'Has the AI choose up to three templates for a use case, with reasons. Costs 1 credit. Reading the list costs nothing and is often enough.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{slug}`,
      summary: 'One workflow template with its steps and the form of its input',
      operation: getTemplate,
      body: one(templateResource),
      tool: {
        name: 'get_workflow_template',
        title: 'Read a workflow template',
        description: 'Reads one template: its steps, the JSON Schema of its input, an example of that, and its price.',
        ...BY_SLUG,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{slug}/validate`,
      summary: 'Hold an input against a template without executing anything',
      operation: validateTemplate,
      body: one(templateCheck),
      tool: {
        name: 'validate_workflow_template',
        title: 'Check the input of a workflow template',
        description: 'Says what is wrong with an input, and what the template would cost with it. Executes nothing.',
        ...BY_SLUG,
        annotations: READ_ONLY,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{slug}/execute`,
      summary: 'Execute a template: one execution with the steps of all its capabilities',
      operation: executeTemplate,
      status: 201,
      body: acceptedExecution,
      errors: ['PRECONDITION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      work: templateWork,
      tool: {
        name: 'execute_workflow_template',
        title: 'Execute a workflow template',
        description:
          'Starts a template with an input and returns its execution, which get_execution follows. Holds the sum of its steps’ prices until it ends.',
        ...BY_SLUG,
        input: {
          brandVoiceIn: ({ deps }, { template_slug, input }) =>
            requestedTemplatePrice(deps, template_slug, input) === undefined ? undefined : 'context',
          credits: ({ deps }, { template_slug, input }) => requestedTemplatePrice(deps, template_slug, input),
        },
      },
    }),
  ],
});
