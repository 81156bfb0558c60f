import { z } from 'zod';
import { archiveExecution } from '../../domain/executions/operations/archive-execution.ts';
import { cancelExecution } from '../../domain/executions/operations/cancel-execution.ts';
import { getExecution } from '../../domain/executions/operations/get-execution.ts';
import { listExecutions } from '../../domain/executions/operations/list-executions.ts';
import { retryExecution } from '../../domain/executions/operations/retry-execution.ts';
import { watchExecution } from '../../domain/executions/operations/watch-execution.ts';
import { listOf } from '../presenters.ts';
import { dataSchema, listSchema } from '../response-schemas.ts';
import { type Route, route, stream } from '../route.ts';
import { executionEvents } from './events.ts';
import {
  assetsSchema,
  executionDetailSchema,
  executionSchema,
  presentAssets,
  presentExecution,
  presentExecutionDetail,
} from './presenter.ts';

const PREFIX = '/content-workflow/executions';

/** Executions of capabilities. */
export const executionRoutes: Route[] = [
  route({
    method: 'GET',
    path: PREFIX,
    summary: 'List executions, newest first',
    operation: listExecutions,
    present: (page) => listOf(page, presentExecution),
    response: listSchema(executionSchema),
  }),
  route({
    method: 'GET',
    path: `${PREFIX}/{id}`,
    summary: 'One execution with plan, results and assets',
    operation: getExecution,
    present: (detail) => ({ data: presentExecutionDetail(detail) }),
    response: dataSchema(executionDetailSchema),
  }),
  route({
    method: 'GET',
    path: `${PREFIX}/{id}/assets`,
    summary: 'What an execution has made so far',
    operation: getExecution,
    present: presentAssets,
    response: dataSchema(assetsSchema).extend({ meta: z.object({ content_count: z.int() }) }),
  }),
  stream({
    method: 'GET',
    path: `${PREFIX}/{id}/events`,
    summary: 'Follow an execution: status, progress and step events; ends with the execution',
    extension: true,
    operation: watchExecution,
    write: executionEvents,
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/{id}/cancel`,
    summary: 'Cancel an open execution; its credits are given back',
    extension: true,
    operation: cancelExecution,
    present: (execution) => ({ data: presentExecution(execution) }),
    response: dataSchema(executionSchema),
    errors: ['CONFLICT'],
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/{id}/retry`,
    summary: 'Execute a failed or cancelled execution again; finished steps are reused',
    extension: true,
    operation: retryExecution,
    status: 201,
    present: (execution) => ({ data: presentExecution(execution) }),
    response: dataSchema(executionSchema),
    errors: ['CONFLICT', 'CAPABILITY_NOT_ALLOWED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/{id}/archive`,
    summary: 'Put an ended execution away',
    extension: true,
    operation: archiveExecution,
    present: (execution) => ({ data: presentExecution(execution) }),
    response: dataSchema(executionSchema),
    errors: ['CONFLICT'],
  }),
];
