import { z } from 'zod';
import type { Feature } from '../capabilities/feature.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { direction, ofSandbox, pageQuery, recordId, withDayRange } from '../kernel/schema.ts';
import { findExecutionDetail } from './detail-store.ts';
import type { ExecutionDetail, ExecutionSummary } from './rules.ts';
import { findExecution } from './store.ts';
import { EXECUTION_STATUSES, PRIORITIES } from './table.ts';

/** The caller's execution; 404 when there is none, 403 when it is another partner's. */
export async function ownExecution(deps: Deps, call: Call, params: { id: number }): Promise<ExecutionSummary> {
  return ownedBy(
    call,
    'Execution',
    await findExecution(deps.db, { executionId: params.id }),
    (execution) => execution.partner_id,
  );
}

/** The same with steps, hits and assets. */
export async function ownExecutionDetail(deps: Deps, call: Call, params: { id: number }): Promise<ExecutionDetail> {
  const detail = await findExecutionDetail(deps.db, params.id);
  return ownedBy(call, 'Execution', detail, ({ execution }) => execution.partner_id);
}

/**
 * The execution of a step. `rowKey` distinguishes it from a later one with the same id, and is absent in older runs.
 */
export const executionInput = z.object({ executionId: recordId, rowKey: z.string().optional() });

export const executionParams = z.object({ id: recordId.describe('Id of an execution.') });

export const executionQuery = z.object({
  include: z
    .enum(['settings_schema'], 'Must be `settings_schema`.')
    .optional()
    .describe('`settings_schema`: also returns the current JSON Schema of `settings` for the capability or template.'),
});

/** Few entries to a page unless asked for, since each may have long texts. */
export const listExchangesQuery = z.object(pageQuery(5));

export const listExecutionsQuery = withDayRange({
  status: z.enum(EXECUTION_STATUSES).optional().describe('Only executions in this state.'),
  agent_id: recordId.optional().describe('Only executions run by this agent.'),
  priority: z.enum(PRIORITIES).optional().describe('Only executions of this priority.'),
  trigger_id: recordId.optional().describe('Only executions started by this trigger.'),
  ...ofSandbox,
  dir: direction,
  ...pageQuery(),
});

/** Own executions, by which the board can be filtered. */
export const executionFeature: Feature = { filters: { execution: ownExecution } };
