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
    description: 'Run templates and capabilities automatically, on a schedule or on events.',
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
        description: 'Lists triggers, which run templates and capabilities on a schedule or on events, newest first.',
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      summary: 'Add a trigger that runs a template or a capability on a schedule or on events',
      description:
        'Its executions have the scope, role, daily cap and sandbox mode of the credential that creates it. The trigger is paused when that credential ends.',
      operation: createTrigger,
      status: 201,
      body: one(triggerResource),
      errors: ['NOT_FOUND', 'CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED', 'CONFLICT'],
      tool: {
        name: 'create_workflow_trigger',
        title: 'Add a trigger',
        description:
          'Adds a trigger that runs a template or a capability by cron (at least 15 minutes apart) or on a platform event. Each firing costs what the target costs.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One trigger, with the result of its last occurrence',
      extension: true,
      isLong: true,
      operation: getTrigger,
      body: one(triggerResource),
      tool: {
        name: 'get_workflow_trigger',
        title: 'Read a trigger',
        description: 'Reads one trigger: target, schedule or event, next time, and last result.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/firings`,
      operationId: 'listTriggerFirings',
      summary: 'The result of each occurrence of a trigger, newest first',
      extension: true,
      operation: listFirings,
      body: pageWithRange(firingResource),
      tool: {
        name: 'list_trigger_firings',
        title: 'List the firings of a trigger',
        description:
          'Lists the result of each occurrence of a trigger: the execution that it started, or why it started none.',
      },
    }),

    route({
      method: 'GET',
      path: '/content-workflow/trigger-events/{name}',
      operationId: 'getTriggerEvent',
      summary: 'The fields of an event that a mapping can use, with values of the newest one',
      extension: true,
      operation: getTriggerEvent,
      body: one(triggerEventResource),
      tool: {
        name: 'get_trigger_event',
        title: 'Show the data of an event',
        description:
          'Shows the paths of an event’s data that `event.mapping`, filters and conditions of a trigger can use, with values of the newest event.',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}`,
      summary: 'Change a trigger; omitted fields stay unchanged',
      description:
        'The result is validated like a new trigger. Omitted fields of `schedule` and `event` stay unchanged; `target`, `input`, a filter, conditions and a mapping are replaced. Its executions keep the authority of the credential that created it.',
      extension: true,
      operation: updateTrigger,
      body: one(triggerResource),
      errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED'],
      tool: {
        name: 'update_workflow_trigger',
        title: 'Change a trigger',
        description:
          'Changes a trigger: name, target, schedule or event, input, or whether it is active. Omitted fields stay unchanged.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/run`,
      operationId: 'runWorkflowTrigger',
      summary: 'Fire a trigger now',
      description:
        'The occurrence has no scheduled time and no event; a mapping takes its values from the newest event of its kind. The usual checks apply; see the list of firings for the result.',
      extension: true,
      operation: runTrigger,
      status: 202,
      body: one(firingResource),
      errors: ['CAPABILITY_NOT_ALLOWED'],
      tool: {
        name: 'run_workflow_trigger',
        title: 'Run a trigger now',
        description:
          'Fires a trigger now, as its schedule or event would; costs what its target costs. The list of firings has the result.',
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'PUT',
      path: `${PREFIX}/{id}/toggle`,
      summary: 'Switch a trigger off or on',
      operation: toggleTrigger,
      body: one(triggerResource),
      tool: {
        name: 'toggle_workflow_trigger',
        title: 'Switch a trigger off or on',
        description:
          'Switches a trigger off or on; repeating the call changes nothing. Occurrences missed while it is off are not made up for.',
        annotations: { ...IDEMPOTENT, idempotentHint: false },
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{id}`,
      summary: 'Remove a trigger; executions that it started continue',
      operation: deleteTrigger,
      tool: {
        name: 'delete_workflow_trigger',
        title: 'Remove a trigger',
        description: 'Removes a trigger and its list of firings; executions that it started continue.',
      },
    }),
  ],
});
