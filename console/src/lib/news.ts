import newest from 'virtual:changelog-newest';
import { useSyncExternalStore } from 'react';

const STORED = 'marketwright.changelog';
const listeners = new Set<() => void>();

/**
 * Whether the changelog has entries that came since somebody last looked in this browser. To a browser that is here for the first time
 * nothing is news.
 */
export function useHasNews(): boolean {
  return useSyncExternalStore(listen, () => {
    const seen = localStorage.getItem(STORED);
    if (seen === null) localStorage.setItem(STORED, newest);
    return seen !== null && seen !== newest;
  });
}

/** Remembers that the changelog was looked at. */
export function markNewsSeen(): void {
  localStorage.setItem(STORED, newest);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
