import type { QueryClient } from '@tanstack/react-query';

/** Answers that no view shows any more are kept for the way back; more than a few of them nobody goes back to. */
const MAX_UNUSED_QUERIES = 20;

/** Forgets the oldest of the answers that no view shows any more: a list that is paged through would leave every page behind. */
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
    // Whoever turns a page leaves the old one before it looks at the new one.
    setTimeout(removeOldest);
  });
}
