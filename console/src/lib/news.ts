import newest from 'virtual:changelog-newest';
import { useSyncExternalStore } from 'react';
import { keepStored, readStored } from './storage.ts';

const STORED = 'marketwright.changelog';
const listeners = new Set<() => void>();

/**
 * Whether the changelog has entries that came since somebody last looked in this browser. To a browser that is here for the first time
 * nothing is news.
 */
export function useHasNews(): boolean {
  return useSyncExternalStore(listen, () => {
    const seen = readStored(STORED);
    if (seen === null) keepStored(STORED, newest);
    return seen !== null && seen !== newest;
  });
}

/** Remembers that the changelog was looked at. */
export function markNewsSeen(): void {
  keepStored(STORED, newest);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
