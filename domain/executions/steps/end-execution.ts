import { z } from 'zod';
import { resourceUpdated } from '../../kernel/change-events.ts';
import { step } from '../../kernel/step.ts';
import { executionTopic } from '../rules.ts';
import { dropSteps, findBlockingHit, selectSteps } from '../step-store.ts';
import { failureSentence, stepFailureSentence, stop } from '../stop.ts';
import { lockExecution } from '../store.ts';
import type { ExecutionStepRow } from '../table.ts';
import { executionInput } from '../target.ts';

/**
 * Ends an open execution without a result, as failed for a failure class or as cancelled, and releases its hold.
 * Returns false when it had already ended, or the run belongs to an older row.
 */
export const endExecution = step({
  name: 'executions.end',
  input: executionInput.extend({
    ending: z.discriminatedUnion('status', [
      z.object({ status: z.literal('cancelled') }),
      z.object({ status: z.literal('failed'), reason: z.string() }),
    ]),
  }),
  output: z.boolean(),
  async run(deps, call, { ending, ...reference }) {
    const hit = ending.status === 'failed' ? await findBlockingHit(deps.db, reference.executionId) : null;
    const outcome =
      ending.status === 'failed'
        ? { status: ending.status, error: failureSentence(ending.reason, hit?.message ?? null) }
        : ending;
    return deps.transaction(call, async (tx) => {
      const ended = await stop(tx, reference, outcome);
      if (ended) tx.emit(resourceUpdated(ended.partner_id, 'executions', ended.id));
      return ended !== null;
    });
  },
});

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
