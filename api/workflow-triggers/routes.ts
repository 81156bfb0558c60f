import { createTrigger } from '../../domain/workflow-triggers/operations/create-trigger.ts';
import { deleteTrigger } from '../../domain/workflow-triggers/operations/delete-trigger.ts';
import { getTrigger } from '../../domain/workflow-triggers/operations/get-trigger.ts';
import { listFirings } from '../../domain/workflow-triggers/operations/list-firings.ts';
import { listTriggers } from '../../domain/workflow-triggers/operations/list-triggers.ts';
import { toggleTrigger } from '../../domain/workflow-triggers/operations/toggle-trigger.ts';
import { one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import { firingResource, triggerResource } from './resource.ts';

const PREFIX = '/content-workflow/workflow-triggers';

export const listTriggersRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: 'List triggers, newest first',
  operation: listTriggers,
  body: pageWithRange(triggerResource),
});

export const createTriggerRoute = route({
  method: 'POST',
  path: PREFIX,
  summary: 'Add a trigger that executes a template or a capability at times or on events',
  description:
    'Its executions carry the scope, the role, the daily cap and the sandbox mode of the credential that makes it. It is paused when that credential ends.',
  operation: createTrigger,
  status: 201,
  body: one(triggerResource),
  errors: ['NOT_FOUND', 'CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED', 'CONFLICT'],
});

export const getTriggerRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}`,
  summary: 'One trigger, with what came of its last occurrence',
  extension: true,
  operation: getTrigger,
  body: one(triggerResource),
});

export const listFiringsRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}/firings`,
  operationId: 'listTriggerFirings',
  summary: 'What came of each occurrence of a trigger, newest first',
  extension: true,
  operation: listFirings,
  body: pageWithRange(firingResource),
});

export const toggleTriggerRoute = route({
  method: 'PUT',
  path: `${PREFIX}/{id}/toggle`,
  summary: 'Switch a trigger off, or on again',
  operation: toggleTrigger,
  body: one(triggerResource),
});

export const deleteTriggerRoute = route({
  method: 'DELETE',
  path: `${PREFIX}/{id}`,
  summary: 'Remove a trigger; executions that it started go on',
  operation: deleteTrigger,
});
