import type { QueryClient } from '@tanstack/react-query';

/** Answers that no view shows any more are kept for the way back; more than a few of them nobody goes back to. */
const KEPT = 20;

/** Forgets the oldest of the answers that no view shows any more: a list that is paged through would leave every page behind. */
export function keepFew(queries: QueryClient): void {
  const cache = queries.getQueryCache();
  let isDue = false;
  const forget = () => {
    isDue = false;
    const left = cache
      .getAll()
      .filter(({ state }) => state.data !== undefined && state.fetchStatus === 'idle')
      .filter((query) => query.getObserversCount() === 0)
      .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    for (const query of left.slice(KEPT)) cache.remove(query);
  };
  cache.subscribe(({ type }) => {
    if (type !== 'observerRemoved' || isDue) return;
    isDue = true;
    // Whoever turns a page leaves the old one before it looks at the new one.
    setTimeout(forget);
  });
}
