import type { Actor } from '../domain/kernel/call.ts';
import { AppError } from '../domain/kernel/errors.ts';
import { FairQueue, QueueTimeout } from '../infra/fair-queue.ts';
import { inSlot, turnKeyOf } from './turns.ts';

/** Uploads that are in memory at once, of all partners: ten MiB each, and a third more in JSON. */
const SLOTS = 20;
/** Of those, the uploads of one partner. */
const PER_PARTNER = 4;
/** Longest wait for a slot, milliseconds: half of what a client has for its request. */
const WAIT_MS = 30_000;
/** When a refused caller may ask again, seconds. */
const RETRY_SECONDS = 5;

/** Reads an upload and answers it once its caller has a slot. */
export type InUploadSlot = <Result>(actor: Actor, work: () => Promise<Result>) => Promise<Result>;

/**
 * Shares the memory for uploads out between partners, round robin: the bytes of those that wait are still at their clients.
 * Throws SERVICE_UNAVAILABLE where no slot comes in time.
 */
export function createUploadSlots({ slots = SLOTS, waitMs = WAIT_MS } = {}): InUploadSlot {
  const queue = new FairQueue(slots, { perKey: PER_PARTNER });
  return async (actor, work) => {
    try {
      return await inSlot(queue, { key: turnKeyOf(actor), waitMs, signal: undefined }, work);
    } catch (error) {
      if (!(error instanceof QueueTimeout)) throw error;
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many of your files are being uploaded. Send fewer at once.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
  };
}

/** The slots of this process. */
export const inUploadSlot = createUploadSlots();
