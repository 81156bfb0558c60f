import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { executionParams } from '../schema.ts';
import { ownExecution, ownExecutionDetail } from '../target.ts';
import type { ExecutionDetail, ExecutionSummary } from '../types.ts';

/** One execution with its plan, results and assets. */
export const getExecution = operation({
  name: 'executions.get',
  permission: 'view_content',
  params: executionParams,
  target: ownExecutionDetail,
  input: nothing,
  run: async (_deps, _call, _input, detail): Promise<ExecutionDetail> => detail,
});

/** The execution that an earlier, identical request made. */
export function recoverExecution(deps: Deps, call: Call, madeId: string): Promise<ExecutionSummary> {
  return ownExecution(deps, call, { id: Number(madeId) });
}
