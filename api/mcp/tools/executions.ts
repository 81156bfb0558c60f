import { z } from 'zod';
import { archiveExecution } from '../../../domain/executions/operations/archive-execution.ts';
import { cancelExecution } from '../../../domain/executions/operations/cancel-execution.ts';
import { getExecution } from '../../../domain/executions/operations/get-execution.ts';
import { listExecutions } from '../../../domain/executions/operations/list-executions.ts';
import { retryExecution } from '../../../domain/executions/operations/retry-execution.ts';
import { EXECUTION_STATUSES, PRIORITIES } from '../../../domain/executions/table.ts';
import { day, recordId } from '../../../domain/kernel/schema.ts';
import {
  assetsSchema,
  executionDetailSchema,
  executionSchema,
  presentAssets,
  presentExecution,
  presentExecutionDetail,
} from '../../executions/presenter.ts';
import { listOf } from '../../presenters.ts';
import { dataSchema, listSchema } from '../../response-schemas.ts';
import { operationTool, pageArguments } from '../operation-tool.ts';
import { ADDS, ENDS, READS, type Tool } from '../tool.ts';

const one = z.object({ id: recordId.describe('Id of an execution.') });
const byId = ({ id }: z.output<typeof one>) => ({ params: { id: id } });
const shared = {
  arguments: one,
  request: byId,
  output: dataSchema(executionSchema),
  present: (execution: Parameters<typeof presentExecution>[0]) => ({ data: presentExecution(execution) }),
};

/** Executions of capabilities. */
export const executionTools: Tool[] = [
  operationTool({
    name: 'list_executions',
    title: 'List executions',
    description: 'Lists executions, newest first, by status, agent, priority or day.',
    arguments: z.object({
      status: z.enum(EXECUTION_STATUSES).optional(),
      agent_id: recordId.optional(),
      priority: z.enum(PRIORITIES).optional(),
      from: day.optional().describe('First UTC day, inclusive.'),
      to: day.optional().describe('Last UTC day, inclusive.'),
      ...pageArguments,
    }),
    operation: listExecutions,
    request: (given) => ({ input: given }),
    output: listSchema(executionSchema),
    present: (page) => listOf(page, presentExecution),
    annotations: READS,
  }),
  operationTool({
    name: 'get_execution',
    title: 'Read an execution',
    description: 'Reads one execution: status, progress, plan, result of each step, and what it has made so far.',
    arguments: one,
    operation: getExecution,
    request: byId,
    output: dataSchema(executionDetailSchema),
    present: (detail) => ({ data: presentExecutionDetail(detail) }),
    annotations: READS,
  }),
  operationTool({
    name: 'list_execution_assets',
    title: 'List what an execution made',
    description: 'Lists the content items that an execution has made so far. Read their text with get_content_item.',
    arguments: one,
    operation: getExecution,
    request: byId,
    output: dataSchema(assetsSchema).extend({ meta: z.object({ content_count: z.int() }) }),
    present: presentAssets,
    annotations: READS,
  }),
  operationTool({
    ...shared,
    name: 'cancel_execution',
    title: 'Cancel an execution',
    description: 'Ends an execution that is still open; its credits are given back.',
    operation: cancelExecution,
    annotations: ENDS,
  }),
  operationTool({
    ...shared,
    name: 'retry_execution',
    title: 'Retry an execution',
    description: 'Executes a failed or cancelled execution again as a new one; finished steps are reused.',
    operation: retryExecution,
    annotations: ADDS,
  }),
  operationTool({
    ...shared,
    name: 'archive_execution',
    title: 'Archive an execution',
    description: 'Puts an execution away that has ended.',
    operation: archiveExecution,
    annotations: ENDS,
  }),
];
