import { z } from 'zod';
import { Attempts } from '../../kernel/attempts.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { publishSlice } from '../fan-out.ts';
import { selectListingsWithPendingFanOuts } from '../store.ts';

/** Listings in a pass, once a minute; the next pass takes the others. */
const LISTINGS_IN_PASS = 1_000;

/**
 * Publishes what the many watchers of a listing are still to receive, each slice in a transaction of its own. A slice that fails is tried
 * again by the next pass and stops no other listing; all failures are thrown together at the end.
 */
export const publishPendingEvents = step({
  name: 'listings.publish_pending_events',
  input: nothing,
  output: z.object({ slices: z.int() }),
  async run(deps, call) {
    let slices = 0;
    const attempts = new Attempts();
    for (const listingId of await selectListingsWithPendingFanOuts(deps.db, LISTINGS_IN_PASS)) {
      await attempts.make(async () => {
        while (await deps.transaction(call, (tx) => publishSlice(tx, listingId))) slices += 1;
      });
    }
    attempts.end((failed) => `The events of ${failed} listings could not be published.`);
    return { slices };
  },
});
