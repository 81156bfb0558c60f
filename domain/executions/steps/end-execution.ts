import { z } from 'zod';
import { resourceUpdated } from '../../kernel/change-events.ts';
import { step } from '../../kernel/step.ts';
import { findBlockingHit } from '../step-store.ts';
import { failureSentence, stop } from '../stop.ts';
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
      const ended = await stop(tx, deps.capabilities, reference, outcome);
      if (ended) tx.emit(resourceUpdated(ended.partner_id, 'executions', ended.id));
      return ended !== null;
    });
  },
});
