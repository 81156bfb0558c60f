import { LRUCache } from 'lru-cache';
import type { Db } from '../kernel/deps.ts';
import { type EventSelection, type EventsRevision, findRevision } from './event-store.ts';

/** Feeds whose revision is kept, some hundred bytes each. */
const MAX_FEEDS = 5_000;

interface KeptRevision extends EventsRevision {
  /** How often the events had been changed before it was read. */
  changes: string;
}

const keptByDatabase = new WeakMap<Db, LRUCache<string, KeptRevision>>();

/**
 * The revision of a feed, which is read again once its events were changed: `changes` was read before, so what is kept under it is
 * at least as new.
 */
export async function revisionOf(db: Db, selection: EventSelection, changes: string): Promise<EventsRevision> {
  const kept = keptByDatabase.get(db) ?? new LRUCache<string, KeptRevision>({ max: MAX_FEEDS });
  keptByDatabase.set(db, kept);
  const key = JSON.stringify(selection);
  const known = kept.get(key);
  if (known?.changes === changes) return known;
  const found = { ...(await findRevision(db, selection)), changes };
  kept.set(key, found);
  return found;
}
