import { ADDS, READS, type Tool, tool } from '../mcp/tool.ts';
import {
  executeTemplateRoute,
  getTemplateRoute,
  listTemplatesRoute,
  suggestTemplatesRoute,
  validateTemplateRoute,
} from './routes.ts';

const BY_SLUG = { rename: { template_slug: 'slug' } } as const;

/** Workflow templates: find one, check an input, execute it. */
export const workflowTemplateTools: Tool[] = [
  tool(listTemplatesRoute, {
    name: 'list_workflow_templates',
    title: 'List workflow templates',
    description:
      'Lists use cases that are made of several capabilities, such as a product launch, with their steps, the form of their input and their price.',
    annotations: READS,
  }),
  tool(getTemplateRoute, {
    name: 'get_workflow_template',
    title: 'Read a workflow template',
    description: 'Reads one template: its steps, the JSON Schema of its input, an example of that, and its price.',
    ...BY_SLUG,
    annotations: READS,
  }),
  tool(suggestTemplatesRoute, {
    name: 'suggest_workflow_templates',
    title: 'Suggest workflow templates',
    description:
      'Has the AI choose up to three templates for a use case, with reasons. Costs 1 credit. Reading the list costs nothing and is often enough.',
    annotations: ADDS,
  }),
  tool(validateTemplateRoute, {
    name: 'validate_workflow_template',
    title: 'Check the input of a workflow template',
    description: 'Says what is wrong with an input, and what the template would cost with it. Executes nothing.',
    ...BY_SLUG,
    annotations: READS,
  }),
  tool(executeTemplateRoute, {
    name: 'execute_workflow_template',
    title: 'Execute a workflow template',
    description:
      'Starts a template with an input and returns its execution, which get_execution follows. Holds the sum of its steps’ prices until it ends.',
    ...BY_SLUG,
    annotations: ADDS,
  }),
];
