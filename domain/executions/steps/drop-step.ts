import { z } from 'zod';
import { resourceUpdated } from '../../kernel/change-events.ts';
import { step } from '../../kernel/step.ts';
import { executionTopic } from '../rules.ts';
import { dropSteps, findBlockingHit, selectSteps } from '../step-store.ts';
import { stepFailureSentence } from '../stop.ts';
import { lockExecution } from '../store.ts';
import type { ExecutionStepRow } from '../table.ts';
import { executionInput } from '../target.ts';

/**
 * Ends an optional step that failed, and the steps that depend on it; other results are kept. Nothing is charged for
 * the dropped steps. Returns false when the execution had ended; a repeat finds the steps ended.
 */
export const dropStep = step({
  name: 'executions.drop_step',
  input: executionInput.extend({ key: z.string(), reason: z.string() }),
  output: z.boolean(),
  async run(deps, call, { key, reason, ...reference }) {
    const hit = await findBlockingHit(deps.db, reference.executionId, key);
    return deps.transaction(call, async (tx) => {
      const execution = await lockExecution(tx.em, reference);
      if (execution?.status !== 'executing') return false;
      const cancelled = dependants(await selectSteps(tx.em, execution.id), key);
      const summary = stepFailureSentence(reason, hit?.message ?? null);
      await dropSteps(tx.em, tx.now, execution.id, { key, summary, cancelled });
      tx.emit(resourceUpdated(execution.partner_id, 'executions', execution.id));
      tx.notify(executionTopic(execution.id));
      return true;
    });
  },
});

/** Keys of the steps that depend on a step, directly or indirectly. */
function dependants(steps: readonly ExecutionStepRow[], key: string): string[] {
  const found = new Set([key]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const step of steps) if (step.depends_on.some((before) => found.has(before))) found.add(step.key);
  }
  found.delete(key);
  return [...found];
}
