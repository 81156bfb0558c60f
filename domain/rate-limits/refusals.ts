import { LRUCache } from 'lru-cache';
import type { Limit } from './rules.ts';

/** A refusal as the database returned it. */
export interface Refusal {
  limit: Limit;
  /** End of the window, milliseconds of the epoch by the database's clock. */
  endsAt: number;
  /** The database's clock when it answered. */
  now: number;
}

/** How long a refusal is remembered. */
const CACHE_MS = 1_000;
/**
 * Below this number in that time, each refusal asks the database again, so that a raised limit or a revoked credential
 * takes effect at once.
 */
const FLOOD_THRESHOLD = 10;
/** Groups that are remembered, some hundred bytes each. */
const MAX_GROUPS = 10_000;

interface CachedRefusal extends Refusal {
  seenAt: number;
  times: number;
}

/** Refusals that a process caches briefly, so that a flood of requests beyond a limit costs few database calls. */
export class RecentRefusals {
  readonly #byGroup = new LRUCache<string, CachedRefusal>({ max: MAX_GROUPS });

  /** Remembers that the group was refused. */
  add(groupId: string, refusal: Refusal): void {
    const cached = this.#recent(groupId);
    if (cached) cached.times += 1;
    else this.#byGroup.set(groupId, { ...refusal, seenAt: performance.now(), times: 1 });
  }

  /**
   * The refusal that applies to a request of the group now, with the database's clock moved on; undefined: ask the
   * database.
   */
  find(groupId: string): Refusal | undefined {
    const cached = this.#recent(groupId);
    return cached && cached.times >= FLOOD_THRESHOLD ? { ...cached, now: nowOf(cached) } : undefined;
  }

  /** Drops a group after one of its requests was uncounted. */
  forget(groupId: string): void {
    this.#byGroup.delete(groupId);
  }

  #recent(groupId: string): CachedRefusal | undefined {
    const cached = this.#byGroup.get(groupId);
    if (!cached) return undefined;
    const now = nowOf(cached);
    if (now - cached.now < CACHE_MS && now < cached.endsAt) return cached;
    this.#byGroup.delete(groupId);
    return undefined;
  }
}

/** The database's clock, estimated from this process's monotonic clock. */
function nowOf({ now, seenAt }: CachedRefusal): number {
  return now + performance.now() - seenAt;
}
