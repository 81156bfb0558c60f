import { resourceUpdated } from '../../kernel/change-events.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { ExecutionSummary } from '../rules.ts';
import { stop } from '../stop.ts';
import { executionParams, ownExecution } from '../target.ts';

/** Cancels an open execution at once and releases its credits; the workflow is notified afterwards. */
export const cancelExecution = operation({
  name: 'executions.cancel',
  permission: 'manage_content',
  params: executionParams,
  target: ownExecution,
  input: nothing,
  async change(tx, { deps, target }): Promise<ExecutionSummary> {
    const reference = { executionId: target.id, rowKey: target.row_key };
    const cancelled = await stop(tx, deps.capabilities, reference, { status: 'cancelled' });
    if (!cancelled) throw conflict('The execution has already ended.');
    for (const takeBack of deps.capabilities.cancelled) await takeBack(tx, target);
    tx.enqueue({ kind: 'execution.cancel', ...reference });
    return { ...cancelled, agent: target.agent };
  },
  audit: ({ id }) => ({ type: 'execution', id }),
  changeEvent: ({ partner_id, id }) => resourceUpdated(partner_id, 'executions', id),
});
