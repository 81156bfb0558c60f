import { z } from 'zod';
import { EXECUTION_STATUSES } from '../../domain/executions/table.ts';
import { answerExecution } from '../mcp/execute.ts';
import { ADDS, ENDS, READS, type Tool, tool } from '../mcp/tool.ts';
import {
  archiveExecutionRoute,
  cancelExecutionRoute,
  executeCapabilityRoute,
  getExecutionRoute,
  listAssetsRoute,
  listExecutionsRoute,
  retryExecutionRoute,
} from './routes.ts';

/** Executions of capabilities. */
export const executionTools: Tool[] = [
  tool(executeCapabilityRoute, {
    name: 'execute_capability',
    title: 'Execute a capability',
    description:
      'Starts an execution of a capability and returns its id; read it with get_execution until it has ended. Spends the credits of ' +
      'the capability. Asked with a progress token, over a stream of events, it reports progress and answers when the execution ' +
      'has ended; cancelling the request then cancels the execution, which costs nothing.',
    result: {
      schema: z.object({ execution_id: z.int(), status: z.enum(EXECUTION_STATUSES) }),
      make: answerExecution,
    },
    annotations: { ...ADDS, openWorldHint: true },
  }),
  tool(listExecutionsRoute, {
    name: 'list_executions',
    title: 'List executions',
    description: 'Lists executions, newest first, by status, agent, priority or day.',
    annotations: READS,
  }),
  tool(getExecutionRoute, {
    name: 'get_execution',
    title: 'Read an execution',
    description: 'Reads one execution: status, progress, plan, result of each step, and what it has made so far.',
    annotations: READS,
  }),
  tool(listAssetsRoute, {
    name: 'list_execution_assets',
    title: 'List what an execution made',
    description: 'Lists the content items that an execution has made so far. Read their text with get_content_item.',
    annotations: READS,
  }),
  tool(cancelExecutionRoute, {
    name: 'cancel_execution',
    title: 'Cancel an execution',
    description: 'Ends an execution that is still open; its credits are given back.',
    annotations: ENDS,
  }),
  tool(retryExecutionRoute, {
    name: 'retry_execution',
    title: 'Retry an execution',
    description: 'Executes a failed or cancelled execution again as a new one; finished steps are reused.',
    annotations: ADDS,
  }),
  tool(archiveExecutionRoute, {
    name: 'archive_execution',
    title: 'Archive an execution',
    description: 'Puts an execution away that has ended.',
    annotations: ENDS,
  }),
];
