import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { endBatch, lockRunningBatch } from '../batch-store.ts';
import { batchReference } from './batch-reference.ts';

/** Fails a running batch whose workflow run was lost; false when it had ended. Migrated agents stay so, others stay `pending`. */
export const failBatch = step({
  name: 'agents.fail_batch',
  input: batchReference,
  output: z.boolean(),
  run: (deps, call, reference) =>
    deps.transaction(call, async (tx) => {
      const batch = await lockRunningBatch(tx.em, reference);
      if (batch) await endBatch(tx.em, tx.now, batch.id, 'failed');
      return batch !== null;
    }),
});
