import { resourceUpdated } from '../../kernel/change-notices.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { executionTopic } from '../rules.ts';
import { executionParams } from '../schema.ts';
import { moveExecution } from '../store.ts';
import { ownExecution } from '../target.ts';
import type { ExecutionSummary } from '../types.ts';

/** Puts an ended execution away. */
export const archiveExecution = operation({
  name: 'executions.archive',
  permission: 'manage_content',
  params: executionParams,
  target: ownExecution,
  input: nothing,
  run: (deps, call, _input, execution): Promise<ExecutionSummary> =>
    deps.transaction(call, async (tx) => {
      const archived = await moveExecution(tx.em, tx.now, execution.id, { status: 'archived' });
      if (!archived) throw conflict('Only executions that have ended can be archived, and only once.');
      tx.audit({ type: 'execution', id: execution.id });
      tx.announce(resourceUpdated(execution.partner_id, 'executions', execution.id));
      tx.notify(executionTopic(execution.id));
      return { ...archived, agent: execution.agent };
    }),
});
