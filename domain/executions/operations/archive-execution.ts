import { resourceUpdated } from '../../kernel/change-events.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type ExecutionSummary, executionTopic } from '../rules.ts';
import { moveExecution } from '../store.ts';
import { executionParams, ownExecution } from '../target.ts';

/** Archives an ended execution and cancels its scheduled events that have not begun. */
export const archiveExecution = operation({
  name: 'executions.archive',
  permission: 'manage_content',
  params: executionParams,
  target: ownExecution,
  input: nothing,
  async change(tx, { deps, target }): Promise<ExecutionSummary> {
    const archived = await moveExecution(tx.em, tx.now, { executionId: target.id }, { status: 'archived' });
    if (!archived) throw conflict('Only executions that have ended can be archived, and only once.');
    for (const takeBack of deps.capabilities.cancelled) await takeBack(tx, target);
    tx.notify(executionTopic(target.id));
    return { ...archived, agent: target.agent };
  },
  audit: ({ id }) => ({ type: 'execution', id }),
  changeEvent: ({ partner_id, id }) => resourceUpdated(partner_id, 'executions', id),
});
