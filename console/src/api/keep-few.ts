import type { QueryClient } from '@tanstack/react-query';

/** Answers that no view shows any more are kept for the way back; more than a few of them nobody goes back to. */
const KEPT = 10;

/** Forgets what was left longest ago, so that whoever turns the pages of a long list does not gather them all. */
export function keepFew(queries: QueryClient): void {
  const cache = queries.getQueryCache();
  cache.subscribe(({ type }) => {
    if (type !== 'observerRemoved') return;
    const left = cache
      .getAll()
      .filter((query) => query.getObserversCount() === 0 && query.state.fetchStatus === 'idle');
    left.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    for (const query of left.slice(KEPT)) cache.remove(query);
  });
}
