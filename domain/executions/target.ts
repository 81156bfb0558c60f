import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findExecution, findExecutionDetail } from './store.ts';
import type { ExecutionDetail, ExecutionSummary } from './types.ts';

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
