import { type Actor, actorName } from '../domain/kernel/call.ts';
import { tooMuchWork } from '../domain/kernel/loop-turns.ts';
import { FairQueue, QueueTimeout } from '../infra/fair-queue.ts';
import { inSlot } from './turns.ts';

/** Reads of all partners that are in progress at once: fewer than the pool has connections. */
const PLACES = 8;
/** Reads of one caller that are in progress at once: each may take a core of the database. */
const PER_CALLER = 1;
/** Longest wait for a place, milliseconds. */
const WAIT_MS = 10_000;
/** Reads of one caller that may wait for a place. */
const MAX_WAITING = 500;

/** Does a read that may be large once its caller has a place. */
export type InReadPlace = <Result>(actor: Actor, read: () => Promise<Result>) => Promise<Result>;

/**
 * Shares lists, searches and figures out between callers, round robin: of one of them, one after the other is read and
 * written as JSON, so that twelve at once are to another partner like one. Throws SERVICE_UNAVAILABLE for a caller with
 * too many, and where no place comes in time.
 */
export function createReadPlaces({ places = PLACES, waitMs = WAIT_MS } = {}): InReadPlace {
  const queue = new FairQueue(places, { perKey: PER_CALLER });
  return async (actor, read) => {
    const key = 'partnerId' in actor ? String(actor.partnerId) : actorName(actor);
    if (queue.countOf(key) > MAX_WAITING) throw tooMuchWork();
    try {
      return await inSlot(queue, { key, waitMs, signal: undefined }, read);
    } catch (error) {
      if (error instanceof QueueTimeout) throw tooMuchWork();
      throw error;
    }
  };
}

/** The places of this process. */
export const inReadPlace = createReadPlaces();
