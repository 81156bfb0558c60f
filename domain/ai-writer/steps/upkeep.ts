import { z } from 'zod';
import { settleHold } from '../../credits/ledger.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { stopLapsedOutputs as stopRows } from '../output-store.ts';
import { creditReference } from '../rules.ts';

/** Outputs that one transaction ends. */
const BATCH_SIZE = 200;

/** Ends the writing of those whose process died, and gives their credits back; what they had saved stays and can be gone on with. */
export const stopLapsedOutputs = step({
  name: 'ai_writer.stop_lapsed',
  input: nothing,
  output: z.object({ stopped: z.int() }),
  async run(deps, call) {
    let stopped = 0;
    for (;;) {
      const batch = await deps.transaction(call, async (tx) => {
        const outputs = await stopRows(tx.em, tx.now, BATCH_SIZE);
        for (const { partner_id, held, ...output } of outputs) {
          if (held) await settleHold(tx, { partnerId: partner_id, reference: creditReference(output), used: 0 });
        }
        return outputs.length;
      });
      stopped += batch;
      if (batch < BATCH_SIZE) return { stopped };
    }
  },
});
