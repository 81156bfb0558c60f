import { z } from 'zod';
import { archiveExecution } from '../../domain/executions/operations/archive-execution.ts';
import { cancelExecution } from '../../domain/executions/operations/cancel-execution.ts';
import { executeCapability } from '../../domain/executions/operations/execute-capability.ts';
import {
  getExecution,
  getExecutionAssets,
  listExchanges,
  listExecutions,
  watchExecution,
} from '../../domain/executions/operations/reads.ts';
import { retryExecution } from '../../domain/executions/operations/retry-execution.ts';
import { EXECUTION_STATUSES } from '../../domain/executions/table.ts';
import { area } from '../area.ts';
import { respondWithExecution } from '../mcp/execute.ts';
import { DESTRUCTIVE, OUTBOUND } from '../mcp/tool-options.ts';
import { one, page } from '../resource.ts';
import { route, stream } from '../route.ts';
import {
  acceptedExecution,
  exchangeResource,
  executionAssets,
  executionDetailResource,
  executionResource,
} from './resource.ts';
import { executionInput, retryInput } from './tool-input.ts';
import { executionEvents } from './watch.ts';

const PREFIX = '/content-workflow/executions';

export const executionsArea = area({
  tag: {
    name: 'Executions',
    group: 'Content',
    description: 'Start, follow and cancel executions of capabilities.',
  },
  routes: [
    route({
      method: 'POST',
      path: '/content-workflow/capabilities/{slug}/execute',
      operationId: 'executeCapability',
      summary: 'Execute a capability; poll the execution for its result',
      operation: executeCapability,
      status: 201,
      body: acceptedExecution,
      errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      tool: {
        name: 'execute_capability',
        title: 'Execute a capability',
        description:
          'Starts an execution of a capability and returns its id; poll get_execution until it ends. Spends the credits of the capability. With a progress token, over a stream of events, it reports progress and answers when the execution has ended; cancelling the request then cancels the execution at no charge.',
        result: {
          schema: z.object({ execution_id: z.int(), status: z.enum(EXECUTION_STATUSES) }),
          make: respondWithExecution,
        },
        input: executionInput,
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List executions, newest first',
      operation: listExecutions,
      body: page(executionResource),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'list_executions',
        title: 'List executions',
        description: 'Lists executions, newest first, by status, agent, priority or day.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One execution with its plan, results and assets',
      operation: getExecution,
      body: one(executionDetailResource),
      tool: {
        name: 'get_execution',
        title: 'Read an execution',
        description: 'Reads one execution: status, progress, plan, result of each step, and content created so far.',
        whole: ['settings_schema'],
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/assets`,
      operationId: 'listExecutionAssets',
      summary: 'What an execution has created so far',
      operation: getExecutionAssets,
      body: executionAssets,
      tool: {
        name: 'list_execution_assets',
        title: 'List content of an execution',
        description:
          'Lists the content items that an execution has created so far. Read their text with get_content_item.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/exchanges`,
      operationId: 'listExecutionExchanges',
      summary: "The AI's prompt and answer at each step of an execution, in plan order",
      description:
        "Kept for 30 days unless the operator changes this. The prompt is what the step sent to the model, without the service's instructions.",
      extension: true,
      operation: listExchanges,
      body: page(exchangeResource),
      tool: {
        name: 'list_execution_exchanges',
        title: 'See what the AI did at each step',
        description:
          'Lists for each step of an execution the prompt, answer, model, tokens, credits and guardrail findings.',
      },
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/{id}/events`,
      summary: 'Follow an execution: status, progress and step events until it ends',
      extension: true,
      operation: watchExecution,
      write: executionEvents,
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/cancel`,
      summary: 'Cancel an open execution and return its credits',
      extension: true,
      operation: cancelExecution,
      body: one(executionResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'cancel_execution',
        title: 'Cancel an execution',
        description: 'Cancels an execution that is still open and returns its credits.',
        annotations: DESTRUCTIVE,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/retry`,
      summary: 'Retry a failed or cancelled execution, reusing finished steps',
      extension: true,
      operation: retryExecution,
      status: 201,
      body: one(executionResource),
      errors: ['CONFLICT', 'CAPABILITY_NOT_ALLOWED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      tool: {
        name: 'retry_execution',
        title: 'Retry an execution',
        description: 'Retries a failed or cancelled execution as a new one, reusing finished steps.',
        annotations: OUTBOUND,
        input: retryInput,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/archive`,
      summary: 'Archive an execution that has ended',
      extension: true,
      operation: archiveExecution,
      body: one(executionResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'archive_execution',
        title: 'Archive an execution',
        description: 'Archives an execution that has ended.',
        annotations: DESTRUCTIVE,
      },
    }),
  ],
});
