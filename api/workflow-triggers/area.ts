import { createTrigger } from '../../domain/workflow-triggers/operations/create-trigger.ts';
import { deleteTrigger } from '../../domain/workflow-triggers/operations/delete-trigger.ts';
import {
  getTrigger,
  getTriggerEvent,
  listFirings,
  listTriggers,
} from '../../domain/workflow-triggers/operations/reads.ts';
import { runTrigger } from '../../domain/workflow-triggers/operations/run-trigger.ts';
import { toggleTrigger } from '../../domain/workflow-triggers/operations/toggle-trigger.ts';
import { updateTrigger } from '../../domain/workflow-triggers/operations/update-trigger.ts';
import { area } from '../area.ts';
import { IDEMPOTENT, OUTBOUND } from '../mcp/tool-options.ts';
import { one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import { firingResource, triggerEventResource, triggerResource } from './resource.ts';

const PREFIX = '/content-workflow/workflow-triggers';

export const workflowTriggersArea = area({
  tag: {
    name: 'Workflow triggers',
    group: 'Content',
    description: 'What executes templates and capabilities by itself, at times or on events.',
  },
  firstTools: ['list_workflow_triggers', 'get_workflow_trigger', 'list_trigger_firings'],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List triggers, newest first',
      operation: listTriggers,
      body: pageWithRange(triggerResource),
      tool: {
        name: 'list_workflow_triggers',
        title: 'List triggers',
        description: 'Lists what executes templates and capabilities by itself, at times or on events, newest first.',
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      summary: 'Add a trigger that executes a template or a capability at times or on events',
      description:
        'Its executions carry the scope, the role, the daily cap and the sandbox mode of the credential that makes it. It is paused when that credential ends.',
      operation: createTrigger,
      status: 201,
      body: one(triggerResource),
      errors: ['NOT_FOUND', 'CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED', 'CONFLICT'],
      tool: {
        name: 'create_workflow_trigger',
        title: 'Add a trigger',
        description:
          'Adds a trigger that executes a template or a capability by cron (at least 15 minutes apart) or on a platform event. Each firing costs what the target costs.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One trigger, with what came of its last occurrence',
      extension: true,
      isLong: true,
      operation: getTrigger,
      body: one(triggerResource),
      tool: {
        name: 'get_workflow_trigger',
        title: 'Read a trigger',
        description: 'Reads one trigger: target, schedule or event, when it fires next, and what came of it last.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/firings`,
      operationId: 'listTriggerFirings',
      summary: 'What came of each occurrence of a trigger, newest first',
      extension: true,
      operation: listFirings,
      body: pageWithRange(firingResource),
      tool: {
        name: 'list_trigger_firings',
        title: 'List the firings of a trigger',
        description:
          'Lists what came of each occurrence of a trigger, with the execution that it started, or why it started none.',
      },
    }),

    route({
      method: 'GET',
      path: '/content-workflow/trigger-events/{name}',
      operationId: 'getTriggerEvent',
      summary: 'What a mapping can take from an event, as the newest one has it',
      extension: true,
      operation: getTriggerEvent,
      body: one(triggerEventResource),
      tool: {
        name: 'get_trigger_event',
        title: 'Look at what an event has',
        description:
          'Shows the paths of an event’s data that `event.mapping`, filters and conditions of a trigger can name, with the values of the newest event.',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}`,
      summary: 'Change a trigger; what is left out stays',
      description:
        'The whole is validated like a new trigger. `schedule` and `event` keep what is left out of them; `target`, `input`, a filter, conditions and a mapping are replaced. Its executions keep the authority of the credential that made it.',
      extension: true,
      operation: updateTrigger,
      body: one(triggerResource),
      errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED'],
      tool: {
        name: 'update_workflow_trigger',
        title: 'Change a trigger',
        description:
          'Changes what is sent of a trigger: name, target, schedule or event, input, or whether it is switched on. The rest stays.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/run`,
      operationId: 'runWorkflowTrigger',
      summary: 'Fire a trigger now',
      description:
        'The occurrence has no scheduled time, and no event: only a mapping takes its values from the newest event of its kind. It is subject to the same checks as others: what came of it is in the list of firings.',
      extension: true,
      operation: runTrigger,
      status: 202,
      body: one(firingResource),
      errors: ['CAPABILITY_NOT_ALLOWED'],
      tool: {
        name: 'run_workflow_trigger',
        title: 'Run a trigger now',
        description:
          'Fires a trigger now, as its schedule or event would; it costs what its target costs. The list of firings says what came of it.',
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'PUT',
      path: `${PREFIX}/{id}/toggle`,
      summary: 'Switch a trigger off, or on again',
      operation: toggleTrigger,
      body: one(triggerResource),
      tool: {
        name: 'toggle_workflow_trigger',
        title: 'Switch a trigger off or on',
        description:
          'Switches a trigger off, or on again; calling it twice leaves it as it was. What comes meanwhile is not made up for.',
        annotations: { ...IDEMPOTENT, idempotentHint: false },
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{id}`,
      summary: 'Remove a trigger; executions that it started go on',
      operation: deleteTrigger,
      tool: {
        name: 'delete_workflow_trigger',
        title: 'Remove a trigger',
        description: 'Removes a trigger with its list of firings; executions that it started go on.',
      },
    }),
  ],
});
