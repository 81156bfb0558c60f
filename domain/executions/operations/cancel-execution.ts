import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { executionParams } from '../schema.ts';
import { stop } from '../stop.ts';
import { ownExecution } from '../target.ts';
import type { ExecutionSummary } from '../types.ts';

/** Ends an open execution at once and gives its credits back; the workflow learns of it afterwards. */
export const cancelExecution = operation({
  name: 'executions.cancel',
  permission: 'manage_content',
  params: executionParams,
  target: ownExecution,
  input: nothing,
  run,
});

function run(deps: Deps, call: Call, _input: unknown, execution: ExecutionSummary): Promise<ExecutionSummary> {
  return deps.transaction(call, async (tx) => {
    const cancelled = await stop(tx, execution.id, { status: 'cancelled' });
    if (!cancelled) throw conflict('The execution has already ended.');
    tx.enqueue({ kind: 'execution.cancel', executionId: execution.id, rowKey: execution.row_key });
    tx.audit({ type: 'execution', id: execution.id });
    return { ...cancelled, agent: execution.agent };
  });
}
