import { resourceUpdated } from '../kernel/change-events.ts';
import type { Tx } from '../kernel/deps.ts';
import { lockSnapshot, savePendingFanOuts, selectWatchers } from './store.ts';
import type { ListingFanOut } from './table.ts';

/**
 * Watchers that receive something in one transaction. Each of them may have a hundred triggers, and a transaction for thousands of
 * watchers held the loop and the listing for seconds.
 */
const WATCHERS_AT_ONCE = 100;

/**
 * Publishes events of a listing to the first of its watchers; the others follow within a minute or so, in slices (`publishSlice`). Each
 * receives the events of a listing in their order.
 */
export async function publishToWatchers(
  tx: Tx,
  listingId: string,
  fanOut: Pick<ListingFanOut, 'events' | 'is_change' | 'except_partner_id'>,
): Promise<void> {
  const begun: ListingFanOut = { ...fanOut, at: tx.now.toISOString(), after_partner_id: 0 };
  const rest = await publishFrom(tx, listingId, begun);
  if (!rest) return;
  const known = await lockSnapshot(tx.em, listingId);
  await savePendingFanOuts(tx.em, listingId, [...(known?.pending_fan_outs ?? []), rest]);
}

/** Publishes the oldest pending events of a listing to the next of its watchers, and saves who are left; false when nothing waits. */
export async function publishSlice(tx: Tx, listingId: string): Promise<boolean> {
  const known = await lockSnapshot(tx.em, listingId);
  const [oldest, ...later] = known?.pending_fan_outs ?? [];
  if (!oldest) return false;
  const rest = await publishFrom(tx, listingId, oldest);
  await savePendingFanOuts(tx.em, listingId, rest ? [rest, ...later] : later);
  return true;
}

/** Returns what the watchers after the slice are to receive; null when it was the last one. */
async function publishFrom(tx: Tx, listingId: string, fanOut: ListingFanOut): Promise<ListingFanOut | null> {
  const range = { until: new Date(fanOut.at), after: fanOut.after_partner_id, limit: WATCHERS_AT_ONCE };
  const watchers = await selectWatchers(tx.em, listingId, range);
  for (const partnerId of watchers) {
    if (partnerId === fanOut.except_partner_id) continue;
    if (fanOut.is_change) tx.emit(resourceUpdated(partnerId, 'listings', listingId));
    for (const { type, data } of fanOut.events) tx.publish({ partnerId, type, data });
  }
  const last = watchers.at(-1);
  return last === undefined || watchers.length < WATCHERS_AT_ONCE ? null : { ...fanOut, after_partner_id: last };
}
