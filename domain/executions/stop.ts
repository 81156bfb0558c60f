import { settleHold } from '../credits/ledger.ts';
import type { Tx } from '../kernel/deps.ts';
import { creditReference, executionTopic } from './rules.ts';
import { endRunningSteps } from './step-store.ts';
import { moveExecution } from './store.ts';
import type { ExecutionRow } from './table.ts';
import type { ExecutionReference } from './types.ts';

/** How an execution ends without a result. */
export type StopOutcome = { status: 'cancelled' } | { status: 'failed'; error: string };

/** Ends an open execution without a result and releases its whole hold; null when it had already ended. */
export async function stop(tx: Tx, reference: ExecutionReference, ending: StopOutcome): Promise<ExecutionRow | null> {
  const ended = await moveExecution(tx.em, tx.now, reference, ending);
  if (!ended) return null;
  const { id, partner_id: partnerId, row_key: rowKey, notify_on_complete, sandbox } = ended;
  await endRunningSteps(tx.em, tx.now, id, ending.status);
  await settleHold(tx, { partnerId, reference: creditReference(rowKey), used: 0 });
  if (ending.status === 'failed' && notify_on_complete) {
    tx.publish({
      partnerId,
      type: 'content.generated',
      triggers: ended.trigger_chain,
      data: { execution_id: id, status: 'failed', content_item_ids: [], ...(sandbox && { sandbox: true }) },
    });
  }
  tx.notify(executionTopic(id));
  return ended;
}
