import { LRUCache } from 'lru-cache';
import type { Limit } from './rules.ts';

/** A refusal as the database gave it. */
export interface Refusal {
  limit: Limit;
  /** End of the window, milliseconds of the epoch by the database's clock. */
  endsAt: number;
  /** The database's clock when it answered. */
  now: number;
}

/** Refused requests ask the database once in this time, so that a raised limit or a revoked credential shows as soon. */
const KEPT_MS = 1_000;
/** Groups that are remembered; each is some hundred bytes. */
const MAX_GROUPS = 10_000;

/** Refusals that a process remembers for a moment, so that a flood of requests beyond a limit costs no calls of the database. */
export class RecentRefusals {
  readonly #byGroup = new LRUCache<string, Refusal & { seenAt: number }>({ max: MAX_GROUPS });

  /** Remembers that the group was refused. */
  add(groupId: string, refusal: Refusal): void {
    this.#byGroup.set(groupId, { ...refusal, seenAt: performance.now() });
  }

  /** The refusal that holds for a request of the group now, with the database's clock moved on; undefined: ask the database. */
  find(groupId: string): Refusal | undefined {
    const known = this.#byGroup.get(groupId);
    if (!known) return undefined;
    const ageMs = performance.now() - known.seenAt;
    const now = known.now + ageMs;
    if (ageMs < KEPT_MS && now < known.endsAt) return { ...known, now };
    this.#byGroup.delete(groupId);
    return undefined;
  }

  /** Forgets a group, one of whose requests was taken back. */
  forget(groupId: string): void {
    this.#byGroup.delete(groupId);
  }
}
