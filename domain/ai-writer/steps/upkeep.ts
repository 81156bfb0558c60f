import { z } from 'zod';
import { settleHold } from '../../credits/ledger.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { stopLapsedOutputs as stopRows } from '../output-store.ts';
import { creditReference } from '../rules.ts';

/** Outputs ended in one transaction. */
const BATCH_SIZE = 200;

/** Ends outputs whose process died and releases their credits; saved text stays and can be continued. */
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
