import { AsyncLocalStorage } from 'node:async_hooks';
import { type Actor, actorName } from '../domain/kernel/call.ts';
import { tooMuchWork } from '../domain/kernel/event-loop-scheduler.ts';
import { FairQueue, QueueTimeout } from '../infra/fair-queue.ts';
import { inSlot } from './turns.ts';

/** Reads of all partners that are in progress at once: fewer than the pool has connections. */
const SLOTS = 8;
/** Reads of one caller that are in progress at once: each may take a core of the database. */
const PER_CALLER = 1;
/** Longest wait for a slot, milliseconds. */
const WAIT_MS = 10_000;
/** Reads of one caller that may wait for a slot. */
const MAX_WAITING = 500;

/** Does a read that may be large once its caller has a slot. */
export type InReadSlot = <Result>(actor: Actor, read: () => Promise<Result>) => Promise<Result>;

/** The slot of the read whose code runs. */
interface Place {
  queue: FairQueue;
  key: string;
  isLeft: boolean;
}
const held = new AsyncLocalStorage<Place>();

/**
 * Waits for what is no work of the database. A read that does so releases its slot to others of its caller meanwhile: where
 * an answer from elsewhere takes a second, ten searches would keep its lists waiting for ten.
 */
export async function withoutReadSlot<Result>(wait: () => Promise<Result>): Promise<Result> {
  const slot = held.getStore();
  if (!slot || slot.isLeft) return wait();
  slot.isLeft = true;
  try {
    return await slot.queue.without(slot.key, wait);
  } finally {
    slot.isLeft = false;
  }
}

/**
 * Shares lists, searches and figures out between callers, round robin: of one of them, one after the other is read and
 * written as JSON, so that twelve at once are to another partner like one. Throws SERVICE_UNAVAILABLE for a caller with
 * too many, and where no slot comes in time.
 */
export function createReadSlots({ slots = SLOTS, waitMs = WAIT_MS } = {}): InReadSlot {
  const queue = new FairQueue(slots, { perKey: PER_CALLER });
  return async (actor, read) => {
    const key = 'partnerId' in actor ? String(actor.partnerId) : actorName(actor);
    if (queue.countOf(key) > MAX_WAITING) throw tooMuchWork();
    try {
      return await inSlot(queue, { key, waitMs, signal: undefined }, () =>
        held.run({ queue, key, isLeft: false }, read),
      );
    } catch (error) {
      if (error instanceof QueueTimeout) throw tooMuchWork();
      throw error;
    }
  };
}

/** The slots of this process. */
export const inReadSlot = createReadSlots();
