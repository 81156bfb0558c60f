import { z } from 'zod';
import { insertFromExecution } from '../../case-studies/from-execution.ts';
import { type SettledItem, settleDrafts } from '../../content-items/store.ts';
import { settleHold } from '../../credits/ledger.ts';
import { insertFromSchedule } from '../../gtm-schedule/from-execution.ts';
import { listChanged, resourceUpdated } from '../../kernel/change-notices.ts';
import type { Ids, Tx } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { creditReference, executionTopic } from '../rules.ts';
import { executionInput } from '../schema.ts';
import { listSteps, setOutput } from '../step-store.ts';
import { moveExecution } from '../store.ts';
import type { ExecutionRow, ExecutionStepRow } from '../table.ts';
import type { ExecutionReference } from '../types.ts';

/**
 * Completes an execution: status, items on the board, credits and event in one transaction.
 * false when it was no longer executing.
 */
export const settleExecution = step({
  name: 'executions.settle',
  input: executionInput,
  output: z.boolean(),
  run: (deps, call, reference) => deps.transaction(call, (tx) => settle(tx, reference, deps.ids)),
});

async function settle(tx: Tx, reference: ExecutionReference, ids: Ids): Promise<boolean> {
  const { executionId } = reference;
  const steps = await listSteps(tx.em, executionId);
  const used = steps.reduce((sum, step) => sum + step.credits_used, 0);
  const completed = await moveExecution(tx.em, tx.now, reference, {
    status: 'completed',
    progress: 100,
    creditsUsed: used,
  });
  if (!completed) return false;
  const items = await settleDrafts(tx.em, tx.now, executionId);
  const itemIds = items.map(({ id }) => id);
  await saveCaseStudies(tx, completed, steps);
  await saveEvents(tx, completed, { steps, items }, ids);
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
  tx.announce(resourceUpdated(completed.partner_id, 'executions', executionId));
  if (itemIds.length > 0) tx.announce(listChanged(completed.partner_id));
  tx.announce(itemIds.map((id) => resourceUpdated(completed.partner_id, 'content-items', id, 'made')));
  tx.notify(executionTopic(executionId));
  return true;
}

/** Case studies that steps have written are the partner's from now on; each step says which. */
async function saveCaseStudies(tx: Tx, execution: ExecutionRow, steps: readonly ExecutionStepRow[]): Promise<void> {
  const { id: executionId, partner_id: partnerId, sandbox, settings } = execution;
  for (const { key, output } of steps) {
    if (output?.type !== 'case_study') continue;
    const case_study_id = await insertFromExecution(tx, { executionId, partnerId, sandbox, settings, output });
    await setOutput(tx.em, executionId, key, { ...output, case_study_id });
  }
}

/** Dates that steps have planned are events of the schedule from now on; each says which. */
async function saveEvents(
  tx: Tx,
  execution: ExecutionRow,
  { steps, items }: { steps: readonly ExecutionStepRow[]; items: readonly SettledItem[] },
  ids: Ids,
): Promise<void> {
  const { id: executionId, partner_id: partnerId, sandbox, settings } = execution;
  for (const { key, output } of steps) {
    if (output?.type !== 'schedule') continue;
    const entries = await insertFromSchedule(tx, ids, {
      executionId,
      partnerId,
      sandbox,
      settings,
      step: key,
      entries: output.entries,
      items,
    });
    await setOutput(tx.em, executionId, key, { ...output, entries });
  }
}
