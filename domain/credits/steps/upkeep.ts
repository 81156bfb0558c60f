import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { settleHold } from '../ledger.ts';
import { deleteExpiredRequests } from '../store.ts';

/** Requests ended in one transaction. */
const BATCH_SIZE = 200;

/** Releases the credits of requests whose process died. */
export const releaseExpiredRequests = step({
  name: 'credits.release_expired_requests',
  input: nothing,
  output: z.object({ released: z.int() }),
  async run(deps, call) {
    let released = 0;
    for (;;) {
      const batch = await deps.transaction(call, async (tx) => {
        const expired = await deleteExpiredRequests(tx.em, BATCH_SIZE);
        for (const { partner_id, reference } of expired) {
          await settleHold(tx, { partnerId: partner_id, reference, used: 0 });
        }
        return expired.length;
      });
      released += batch;
      if (batch < BATCH_SIZE) return { released };
    }
  },
});
