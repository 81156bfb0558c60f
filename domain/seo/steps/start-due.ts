import { z } from 'zod';
import { Attempts } from '../../kernel/attempts.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { lockWatch, selectDueWatches, updateWatch, type WatchKey } from '../../listings/store.ts';
import type { ListingWatchRow } from '../../listings/table.ts';
import { findPartner } from '../../partners/store.ts';
import { nextRescoreAt, retryRescoreAt } from '../rescoring.ts';
import { insertJob } from '../store.ts';
import type { SeoSubject } from '../table.ts';

/** Listings in a pass, once a minute; the next pass takes the others, so that readings do not come all at once. */
const BATCH_SIZE = 50;

/**
 * Starts an analysis of each listing that is due, in turns by partner. Each is a transaction of its own, so one failure stops
 * no other, and a listing that fails is tried again in an hour; all failures are thrown together at the end. What was missed is
 * not caught up on: the next time is counted from now.
 */
export const startDueAnalyses = step({
  name: 'seo.start_due',
  input: nothing,
  output: z.object({ started: z.int() }),
  async run(deps, call) {
    let started = 0;
    const attempts = new Attempts();
    for (const key of await selectDueWatches(deps.db, deps.clock.now(), BATCH_SIZE)) {
      const isStarted = await attempts.make(
        () => startDue(deps, call, key),
        () => postpone(deps, call, key),
      );
      if (isStarted) started += 1;
    }
    attempts.end((failed) => `${failed} listings could not be scored.`);
    return { started };
  },
});

/** Starts the analysis of a listing that is due, unless its partner is suspended or one is under way. */
function startDue(deps: Deps, call: Call, key: WatchKey): Promise<boolean> {
  const rowKey = deps.ids.uuid();
  return deps.transaction(call, async (tx) => {
    const watch = await lockWatch(tx.em, key);
    if (!watch?.next_rescore_at || watch.next_rescore_at > tx.now) return false;
    await updateWatch(tx.em, key, { next_rescore_at: nextRescoreAt(watch.rescore_every, tx.now, key) });
    const partner = await findPartner(tx.em, key.partner_id);
    return partner?.status === 'active' ? start(tx, call, rowKey, watch) : false;
  });
}

/** Gives the turn of a listing that failed to the partner's others. */
function postpone(deps: Deps, call: Call, key: WatchKey): Promise<void> {
  return deps.transaction(call, async (tx) => {
    await updateWatch(tx.em, key, { next_rescore_at: retryRescoreAt(tx.now, key) });
  });
}

/** Costs nothing, since only the AI's comment has a price. */
async function start(tx: Tx, { requestId }: Call, rowKey: string, watch: ListingWatchRow): Promise<boolean> {
  const job = await insertJob(tx.em, tx.now, rowKey, subjectOf(watch), true);
  if (!job) return false;
  const { id: jobId, partner_id: partnerId, listing_id: listingId } = job;
  tx.enqueue({ kind: 'seo.start', jobId, rowKey, listingId, partnerId, requestId });
  return true;
}

function subjectOf(watch: ListingWatchRow): SeoSubject {
  return {
    partnerId: watch.partner_id,
    listingId: watch.listing_id,
    category: watch.rescore_category,
    brandKeyword: watch.rescore_brand_keyword,
    partnerDomain: watch.rescore_partner_domain,
    useRealtimeData: false,
    includeContentAnalysis: false,
    sandbox: false,
  };
}
