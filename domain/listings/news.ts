import { resourceUpdated } from '../kernel/change-events.ts';
import type { Tx } from '../kernel/deps.ts';
import { lockSnapshot, savePendingNews, selectWatchers } from './store.ts';
import type { ListingNews } from './table.ts';

/**
 * Watchers that receive something in one transaction. Each of them may have a hundred triggers, and a transaction for thousands of
 * watchers held the loop and the listing for seconds.
 */
const WATCHERS_AT_ONCE = 100;

/**
 * Publishes news of a listing to the first of its watchers; the others follow within a minute or so, in slices (`publishSlice`). Each
 * receives the news of a listing in their order.
 */
export async function publishToWatchers(
  tx: Tx,
  listingId: string,
  news: Pick<ListingNews, 'events' | 'is_change' | 'except_partner_id'>,
): Promise<void> {
  const begun: ListingNews = { ...news, at: tx.now.toISOString(), after_partner_id: 0 };
  const rest = await publishFrom(tx, listingId, begun);
  if (!rest) return;
  const known = await lockSnapshot(tx.em, listingId);
  await savePendingNews(tx.em, listingId, [...(known?.pending_news ?? []), rest]);
}

/** Publishes the oldest news of a listing to the next of its watchers, and saves who are left; false when nothing waits. */
export async function publishSlice(tx: Tx, listingId: string): Promise<boolean> {
  const known = await lockSnapshot(tx.em, listingId);
  const [oldest, ...later] = known?.pending_news ?? [];
  if (!oldest) return false;
  const rest = await publishFrom(tx, listingId, oldest);
  await savePendingNews(tx.em, listingId, rest ? [rest, ...later] : later);
  return true;
}

/** Returns what the watchers after the slice are to receive; null when it was the last one. */
async function publishFrom(tx: Tx, listingId: string, news: ListingNews): Promise<ListingNews | null> {
  const range = { until: new Date(news.at), after: news.after_partner_id, limit: WATCHERS_AT_ONCE };
  const watchers = await selectWatchers(tx.em, listingId, range);
  for (const partnerId of watchers) {
    if (partnerId === news.except_partner_id) continue;
    if (news.is_change) tx.emit(resourceUpdated(partnerId, 'listings', listingId));
    for (const { type, data } of news.events) tx.publish({ partnerId, type, data });
  }
  const last = watchers.at(-1);
  return last === undefined || watchers.length < WATCHERS_AT_ONCE ? null : { ...news, after_partner_id: last };
}
