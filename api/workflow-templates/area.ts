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
    description: 'Use cases that combine several capabilities; each runs as one execution.',
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
          'Lists templates that combine several capabilities, such as a product launch, with their steps, input schema and price.',
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
      summary: 'Add a template of your own, from a definition or a file',
      description:
        'A template consists of steps that run capabilities and of conditions on the input. Each setting comes from an input field, from the text of an earlier step or from a fixed value. The definition is checked against the capabilities, and its example is tried; each problem is reported under the path of its field. Up to 100 templates, with definitions of 256 KiB in total.',
      extension: true,
      operation: createTemplate,
      status: 201,
      body: one(templateResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'create_workflow_template',
        title: 'Add a workflow template',
        description:
          'Adds a template of the partner’s own: input fields, steps that run capabilities with settings and conditions, and an example. `get_workflow_template_file` shows the format with an existing one.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/suggest`,
      operationId: 'suggestWorkflowTemplates',
      summary: 'Have the AI choose templates for a use case',
      description: 'Chooses from the catalog only. Costs the credits of `template_suggestion` on success.',
      operation: suggestTemplates,
      body: all(templateSuggestion),
      errors: ['PRECONDITION_FAILED', 'SUGGESTION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      tool: {
        name: 'suggest_workflow_templates',
        title: 'Suggest workflow templates',
        description:
          'Has the AI choose up to three templates for a use case, with reasons. Costs 1 credit. Listing the templates is free and often enough.',
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{slug}`,
      summary: 'One workflow template with its steps and its input schema',
      isLong: true,
      operation: getTemplate,
      body: one(templateResource),
      tool: {
        name: 'get_workflow_template',
        title: 'Read a workflow template',
        description: 'Reads one template: its steps, the JSON Schema and an example of its input, and its price.',
        ...BY_SLUG,
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{slug}`,
      summary: 'Change a template of your own; a changed definition makes a new version',
      description:
        'Lists are replaced as a whole. Executions keep the plan that they were accepted with; triggers run the newest version.',
      extension: true,
      operation: updateTemplate,
      body: one(templateResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'update_workflow_template',
        title: 'Change a workflow template',
        description:
          'Changes a template of the partner’s own; omitted fields stay unchanged, lists are replaced as a whole. Each change of input, steps or example makes a version.',
        ...BY_SLUG,
        annotations: { ...IDEMPOTENT, idempotentHint: false },
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{slug}`,
      summary: 'Remove a template of your own and its versions',
      description: 'Returns 409 while a trigger uses it. Its executions continue and can be retried.',
      extension: true,
      operation: deleteTemplate,
      errors: ['CONFLICT'],
      tool: {
        name: 'delete_workflow_template',
        title: 'Remove a workflow template',
        description: 'Removes a template of the partner’s own with its versions; its executions continue.',
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
        description: 'Lists the versions of a template of the partner’s own, with author and time.',
        ...BY_SLUG,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{slug}/file`,
      operationId: 'getWorkflowTemplateFile',
      summary: 'A template of your own as a file, which can be added again',
      extension: true,
      operation: getTemplateFile,
      body: templateFile,
      isDownload: true,
      headers: ({ slug }) => ({ 'Content-Disposition': `attachment; filename="${slug}.json"` }),
      tool: {
        name: 'get_workflow_template_file',
        title: 'Read the definition of a workflow template',
        description:
          'Reads the full definition, or an earlier version, of a template of the partner’s own: fields, steps, settings, conditions and example.',
        ...BY_SLUG,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{slug}/validate`,
      summary: 'Validate an input for a template without running it',
      operation: validateTemplate,
      body: one(templateCheck),
      tool: {
        name: 'validate_workflow_template',
        title: 'Check the input of a workflow template',
        description: 'Checks an input of a template: returns the problems and the price. Executes nothing.',
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
          'Starts a template with an input and returns its execution; poll get_execution. Holds the sum of its steps’ prices until it ends.',
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
