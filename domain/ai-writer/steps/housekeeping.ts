import { z } from 'zod';
import { settleHold } from '../../credits/ledger.ts';
import { Attempts } from '../../kernel/attempts.ts';
import { inBatches } from '../../kernel/batches.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { selectLapsedOutputs, stopLapsedOutput } from '../output-store.ts';
import { creditReference } from '../rules.ts';

/** Outputs that are read at once. */
const BATCH_SIZE = 200;

/**
 * Ends outputs whose process died and releases their credits, each for itself: one that fails stops no other. Saved text stays and can be
 * continued.
 */
export const stopLapsedOutputs = step({
  name: 'ai_writer.stop_lapsed',
  input: nothing,
  output: z.object({ stopped: z.int() }),
  async run(deps, call) {
    let stopped = 0;
    const attempts = new Attempts();
    const batches = inBatches(BATCH_SIZE, (last: { id: number } | undefined) =>
      selectLapsedOutputs(deps.db, { afterId: last?.id ?? 0, limit: BATCH_SIZE }),
    );
    for await (const batch of batches) {
      for (const output of batch) {
        const stop = () =>
          deps.transaction(call, async (tx) => {
            const isStopped = await stopLapsedOutput(tx.em, tx.now, output);
            if (isStopped && output.held)
              await settleHold(tx, { partnerId: output.partner_id, reference: creditReference(output), used: 0 });
            return isStopped;
          });
        if (await attempts.make(stop)) stopped += 1;
      }
    }
    attempts.end((failed) => `${failed} texts whose process died could not be ended.`);
    return { stopped };
  },
});
