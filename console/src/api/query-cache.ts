import type { QueryClient } from '@tanstack/react-query';

/** Unused responses are kept so that going back is fast. Few people go back further than this. */
const MAX_UNUSED_QUERIES = 20;

/** Limits how many unused responses stay in the query cache. Paging through a list would otherwise keep every page. */
export function limitQueryCache(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  let isScheduled = false;
  const removeOldest = () => {
    isScheduled = false;
    const left = cache
      .getAll()
      .filter(({ state }) => state.data !== undefined && state.fetchStatus === 'idle')
      .filter((query) => query.getObserversCount() === 0)
      .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    for (const query of left.slice(MAX_UNUSED_QUERIES)) cache.remove(query);
  };
  cache.subscribe(({ type }) => {
    if (type !== 'observerRemoved' || isScheduled) return;
    isScheduled = true;
    // Waits, because a new page subscribes after the old one has unsubscribed.
    setTimeout(removeOldest);
  });
}
