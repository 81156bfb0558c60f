import { z } from 'zod';
import { Attempts } from '../../kernel/attempts.ts';
import { inBatches } from '../../kernel/batches.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { settleHold } from '../ledger.ts';
import { deletePaidRequest, selectExpiredRequests } from '../store.ts';

/** Requests that are read at once. */
const BATCH_SIZE = 200;

/** Releases the credits of requests whose process died, each for itself: one that fails stops no other. */
export const releaseExpiredRequests = step({
  name: 'credits.release_expired_requests',
  input: nothing,
  output: z.object({ released: z.int() }),
  async run(deps, call) {
    let released = 0;
    const attempts = new Attempts();
    const batches = inBatches(BATCH_SIZE, (last: { id: number } | undefined) =>
      selectExpiredRequests(deps.db, { afterId: last?.id ?? 0, limit: BATCH_SIZE }),
    );
    for await (const batch of batches) {
      for (const { partner_id: partnerId, reference } of batch) {
        const release = () =>
          deps.transaction(call, async (tx) => {
            const isOurs = await deletePaidRequest(tx.em, partnerId, reference);
            if (isOurs) await settleHold(tx, { partnerId, reference, used: 0 });
            return isOurs;
          });
        if (await attempts.make(release)) released += 1;
      }
    }
    attempts.end((failed) => `The credits of ${failed} requests could not be released.`);
    return { released };
  },
});
