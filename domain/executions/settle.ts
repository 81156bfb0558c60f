import { type SettledItem, settleDrafts } from '../content-items/draft-store.ts';
import { notifyOfPlan } from '../content-items/notify-of-item.ts';
import { remainingPeople } from '../content-items/people.ts';
import { settleHold } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import { inSandbox } from '../kernel/call.ts';
import { listChanged, resourceUpdated } from '../kernel/change-events.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { notifyOfEnd } from './notify-of-end.ts';
import { creditReference, type ExecutionReference, executionTopic } from './rules.ts';
import { selectSteps, setOutput } from './step-store.ts';
import { moveExecution } from './store.ts';
import type { ExecutionRow, ExecutionStepRow } from './table.ts';

/** Completes an execution: status, items on the board, credits and event. Returns false when it was not executing. */
export async function settle(tx: Tx, deps: Deps, call: Call, reference: ExecutionReference): Promise<boolean> {
  const { executionId } = reference;
  const steps = await selectSteps(tx.em, executionId);
  const used = steps.reduce((sum, step) => sum + step.credits_used, 0);
  const completed = await moveExecution(tx.em, tx.now, reference, {
    status: 'completed',
    progress: 100,
    creditsUsed: used,
  });
  if (!completed) return false;
  for (const ended of deps.capabilities.ended) await ended(tx, completed);
  const people = await remainingPeople(tx.em, completed.partner_id, completed);
  const items = await settleDrafts(tx.em, tx.now, executionId, people);
  for (const item of items) notifyOfPlan(tx, completed.sandbox ? inSandbox(call) : call, item);
  const itemIds = items.map(({ id }) => id);
  await saveRecords(tx, deps, completed, { steps, items });
  await settleHold(tx, { partnerId: completed.partner_id, reference: creditReference(completed.row_key), used });
  if (completed.notify_on_complete || itemIds.length > 0) {
    tx.publish({
      partnerId: completed.partner_id,
      type: 'content.generated',
      triggers: completed.trigger_chain,
      data: {
        execution_id: executionId,
        status: 'completed',
        content_item_ids: itemIds,
        ...(completed.sandbox && { sandbox: true }),
      },
    });
  }
  notifyOfEnd(tx, 'execution_finished', completed);
  tx.emit(resourceUpdated(completed.partner_id, 'executions', executionId));
  if (itemIds.length > 0) tx.emit(listChanged(completed.partner_id));
  tx.emit(itemIds.map((id) => resourceUpdated(completed.partner_id, 'content-items', id, 'made')));
  tx.notify(executionTopic(executionId));
  return true;
}

/** Saves the outputs of steps as records of the areas that define them, by the type of the output. */
async function saveRecords(
  tx: Tx,
  { capabilities, ids }: Deps,
  execution: ExecutionRow,
  { steps, items }: { steps: readonly ExecutionStepRow[]; items: readonly SettledItem[] },
): Promise<void> {
  const { id: executionId, partner_id: partnerId, sandbox, settings } = execution;
  for (const settled of capabilities.settled) {
    for (const { key: step, output } of steps) {
      if (output === null) continue;
      const saved = await settled(tx, ids, { executionId, partnerId, sandbox, settings, step, output, items });
      if (saved) await setOutput(tx.em, executionId, step, saved);
    }
  }
}
