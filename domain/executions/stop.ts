import { settleHold } from '../credits/ledger.ts';
import { endRunningSteps } from '../execution-steps/store.ts';
import { resourceUpdated } from '../kernel/change-notices.ts';
import type { Tx } from '../kernel/deps.ts';
import { creditReference, executionTopic } from './rules.ts';
import { moveExecution } from './store.ts';
import type { ExecutionRow } from './types.ts';

/** How an execution ends without a result. */
export type Ending = { status: 'cancelled' } | { status: 'failed'; error: string };

/** Ends an open execution without a result and releases its whole hold; null when it had ended already. */
export async function stop(tx: Tx, id: number, ending: Ending): Promise<ExecutionRow | null> {
  const ended = await moveExecution(tx.em, tx.now, id, ending);
  if (!ended) return null;
  await endRunningSteps(tx.em, tx.now, id, ending.status);
  await settleHold(tx, { partnerId: ended.partner_id, reference: creditReference(ended.row_key), used: 0 });
  if (ending.status === 'failed' && ended.notify_on_complete) {
    tx.publish({
      partnerId: ended.partner_id,
      type: 'content.generated',
      data: { execution_id: id, status: 'failed', content_item_ids: [], ...(ended.sandbox && { sandbox: true }) },
    });
  }
  tx.announce(resourceUpdated(ended.partner_id, 'executions', id));
  tx.notify(executionTopic(id));
  return ended;
}
