import { archiveExecution } from '../../domain/executions/operations/archive-execution.ts';
import { cancelExecution } from '../../domain/executions/operations/cancel-execution.ts';
import { executeCapability } from '../../domain/executions/operations/execute-capability.ts';
import { getExecution, listExecutions, watchExecution } from '../../domain/executions/operations/reads.ts';
import { retryExecution } from '../../domain/executions/operations/retry-execution.ts';
import { one, page } from '../resource.ts';
import { route, stream } from '../route.ts';
import { executionEvents } from './events.ts';
import { acceptedExecution, executionAssets, executionDetailResource, executionResource } from './resource.ts';

const PREFIX = '/content-workflow/executions';

export const executeCapabilityRoute = route({
  method: 'POST',
  path: '/content-workflow/capabilities/{slug}/execute',
  operationId: 'executeCapability',
  summary: 'Execute a capability; poll the execution for its result',
  operation: executeCapability,
  status: 201,
  body: acceptedExecution,
  errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
});

export const listExecutionsRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: 'List executions, newest first',
  operation: listExecutions,
  body: page(executionResource),
  errors: ['NOT_FOUND'],
});

export const getExecutionRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}`,
  summary: 'One execution with plan, results and assets',
  operation: getExecution,
  body: one(executionDetailResource),
});

export const listAssetsRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}/assets`,
  operationId: 'listExecutionAssets',
  summary: 'What an execution has made so far',
  operation: getExecution,
  body: executionAssets,
});

export const executionEventsRoute = stream({
  method: 'GET',
  path: `${PREFIX}/{id}/events`,
  summary: 'Follow an execution: status, progress and step events; ends with the execution',
  extension: true,
  operation: watchExecution,
  write: executionEvents,
});

export const cancelExecutionRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/cancel`,
  summary: 'Cancel an open execution; its credits are given back',
  extension: true,
  operation: cancelExecution,
  body: one(executionResource),
  errors: ['CONFLICT'],
});

export const retryExecutionRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/retry`,
  summary: 'Execute a failed or cancelled execution again; finished steps are reused',
  extension: true,
  operation: retryExecution,
  status: 201,
  body: one(executionResource),
  errors: ['CONFLICT', 'CAPABILITY_NOT_ALLOWED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
});

export const archiveExecutionRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/archive`,
  summary: 'Put an ended execution away',
  extension: true,
  operation: archiveExecution,
  body: one(executionResource),
  errors: ['CONFLICT'],
});
