import { AppError } from '../domain/kernel/errors.ts';
import { FairQueue, QueueTimeout } from '../infra/fair-queue.ts';
import { inSlot } from './turns.ts';

/** Files drawn at once: one partner has one turn at a time, and another finds the second one free. */
const SLOTS = 2;
/** Longest wait for a turn, milliseconds. */
const WAIT_MS = 10_000;
/** When a refused caller may ask again, seconds: by then the files before it are drawn, and kept. */
const RETRY_SECONDS = 10;

/** Whose turn it is, and what ends the wait for it. */
export interface Turn {
  partnerId: number;
  signal: AbortSignal;
}

/** Does one piece of work in its partner's turn. Throws SERVICE_UNAVAILABLE when no turn comes in time. */
export type Queued = <Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result>;

/** Shares the drawing of files out between partners, round robin. */
export function createRenderQueue({ slots = SLOTS, waitMs = WAIT_MS } = {}): Queued {
  const queue = new FairQueue(slots);
  return async ({ partnerId, signal }, work) => {
    try {
      return await inSlot(queue, { key: String(partnerId), waitMs, signal }, work);
    } catch (error) {
      if (!(error instanceof QueueTimeout) && !signal.aborted) throw error;
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many files are being made for you. Ask for fewer at once.', {
        retryAfterSeconds: RETRY_SECONDS,
        cause: error,
      });
    }
  };
}
