import { FairQueue, QueueTimeout } from '../fair-queue.ts';
import { OutboundError } from './outbound-error.ts';

/** Fairness key and time-out of a call. */
export interface SlotRequest {
  onBehalfOf: string;
  waitMs: number;
  signal: AbortSignal | undefined;
}

/** Slots for calls by host, assigned round robin by fairness key. */
export class HostSlots {
  readonly #slotsPerHost: number;
  readonly #queues = new Map<string, FairQueue>();

  constructor(slotsPerHost: number) {
    this.#slotsPerHost = slotsPerHost;
  }

  /** Does the work in a slot. Throws OutboundError busy, or aborted. */
  async run<Result>(host: string, request: SlotRequest, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queueOf(host);
    const askedAtMs = performance.now();
    let begun = false;
    try {
      return await queue.run({ key: request.onBehalfOf, waitMs: request.waitMs, signal: request.signal }, () => {
        begun = true;
        return work();
      });
    } catch (error) {
      throw begun ? error : withoutSlot(error, performance.now() - askedAtMs);
    } finally {
      if (queue.idle && this.#queues.get(host) === queue) this.#queues.delete(host);
    }
  }

  /** Rejects all waiting calls. */
  close(): void {
    for (const queue of [...this.#queues.values()]) queue.rejectWaiting(new Error('The service is stopping'));
  }

  #queueOf(host: string): FairQueue {
    const known = this.#queues.get(host);
    if (known) return known;
    const queue = new FairQueue(this.#slotsPerHost);
    this.#queues.set(host, queue);
    return queue;
  }
}

function withoutSlot(error: unknown, waitedMs: number): OutboundError {
  const failure =
    error instanceof QueueTimeout
      ? new OutboundError('busy', 'The service has too many calls to this host under way', error)
      : new OutboundError('aborted', 'The call was given up');
  failure.durationMs = waitedMs;
  return failure;
}
