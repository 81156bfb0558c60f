import { createTemplate } from '../../domain/workflow-templates/operations/create-template.ts';
import { deleteTemplate } from '../../domain/workflow-templates/operations/delete-template.ts';
import { executeTemplate } from '../../domain/workflow-templates/operations/execute-template.ts';
import {
  getTemplate,
  getTemplateFile,
  listGroupedTemplates,
  listTemplates,
  listTemplateVersions,
  validateTemplate,
} from '../../domain/workflow-templates/operations/reads.ts';
import { suggestTemplates } from '../../domain/workflow-templates/operations/suggest-templates.ts';
import { updateTemplate } from '../../domain/workflow-templates/operations/update-template.ts';
import { requestedTemplatePrice } from '../../domain/workflow-templates/price.ts';
import { area } from '../area.ts';
import { acceptedExecution } from '../executions/resource.ts';
import { IDEMPOTENT, OUTBOUND, READ_ONLY } from '../mcp/tool-options.ts';
import { all, one, page, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import {
  templateCheck,
  templateFile,
  templateGroup,
  templateResource,
  templateSuggestion,
  templateVersionResource,
} from './resource.ts';
import { templateWork } from './work.ts';

const PREFIX = '/content-workflow/workflow-templates';

const BY_SLUG = { rename: { template_slug: 'slug' } } as const;

export const workflowTemplatesArea = area({
  tag: {
    name: 'Workflow templates',
    group: 'Content',
    description: 'Use cases made of several capabilities, each run as one execution.',
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
      path: PREFIX,
      summary: 'Add a template of your own, from its definition or its file',
      description:
        'Steps over capabilities, each setting from a field of the input, from the text of an earlier step or always the same, and conditions on the input. The definition is checked against the capabilities, and its example is tried; each problem is under the path of what has it. Up to 100 templates, with 256 KiB of definitions in all.',
      extension: true,
      operation: createTemplate,
      status: 201,
      body: one(templateResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'create_workflow_template',
        title: 'Add a workflow template',
        description:
          'Adds a template of the partner’s own: fields of its input, steps over capabilities with their settings and conditions, and an example. `get_workflow_template_file` shows the form by one that there is.',
      },
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
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{slug}`,
      summary: 'One workflow template with its steps and the form of its input',
      isLong: true,
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
      method: 'PATCH',
      path: `${PREFIX}/{slug}`,
      summary: 'Change a template of your own; another definition is another version',
      description:
        'Lists replace those before. Executions keep the plan that they were accepted with; triggers execute the newest version.',
      extension: true,
      operation: updateTemplate,
      body: one(templateResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'update_workflow_template',
        title: 'Change a workflow template',
        description:
          'Changes a template of the partner’s own; what is left out stays, and lists replace those before. Each change of input, steps or example makes a version.',
        ...BY_SLUG,
        annotations: { ...IDEMPOTENT, idempotentHint: false },
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{slug}`,
      summary: 'Remove a template of your own with its versions',
      description: '409 while a trigger executes it. Executions of it go on and can be retried.',
      extension: true,
      operation: deleteTemplate,
      errors: ['CONFLICT'],
      tool: {
        name: 'delete_workflow_template',
        title: 'Remove a workflow template',
        description: 'Removes a template of the partner’s own with its versions; its executions go on.',
        ...BY_SLUG,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{slug}/versions`,
      operationId: 'listWorkflowTemplateVersions',
      summary: 'List the versions of a template of your own, newest first',
      description: 'The newest 100 are kept.',
      extension: true,
      operation: listTemplateVersions,
      body: page(templateVersionResource),
      tool: {
        name: 'list_workflow_template_versions',
        title: 'List versions of a workflow template',
        description: 'Lists the versions of a template of the partner’s own, with who saved them and when.',
        ...BY_SLUG,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{slug}/file`,
      operationId: 'getWorkflowTemplateFile',
      summary: 'A template of your own as a file, which adding a template takes',
      extension: true,
      operation: getTemplateFile,
      body: templateFile,
      isDownload: true,
      headers: ({ slug }) => ({ 'Content-Disposition': `attachment; filename="${slug}.json"` }),
      tool: {
        name: 'get_workflow_template_file',
        title: 'Read the definition of a workflow template',
        description:
          'Reads the whole definition of a template of the partner’s own, or of an earlier version: fields, steps, settings, conditions and example.',
        ...BY_SLUG,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{slug}/validate`,
      summary: 'Validate an input for a template without executing anything',
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
        annotations: OUTBOUND,
        input: {
          brandVoiceIn: async ({ deps, call }, { template_slug, input }) =>
            (await requestedTemplatePrice(deps, call, template_slug, input)) === undefined ? undefined : 'context',
          credits: ({ deps, call }, { template_slug, input }) =>
            requestedTemplatePrice(deps, call, template_slug, input),
        },
      },
    }),
  ],
});
