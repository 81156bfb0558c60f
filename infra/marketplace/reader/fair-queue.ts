/** The wait for a slot was longer than its limit. */
export class QueueTimeout extends Error {
  constructor() {
    super('No slot became free in time');
    this.name = 'QueueTimeout';
  }
}

/** Who waits for a slot, and for how long. */
export interface QueueOptions {
  /** One key has one slot at a time. */
  key: string;
  /** Milliseconds. */
  waitMs: number;
  signal: AbortSignal | undefined;
}

/**
 * A queue for a few slots that serves keys round robin: a key has one slot at a time and goes to the end with the rest of its work. So
 * whoever brings a hundred pieces of work, or one that takes long, holds up only their own while there are two slots.
 */
export class FairQueue {
  /** Waiting work by key; the key that is served next comes first. */
  readonly #queues = new Map<string, (() => void)[]>();
  readonly #active = new Set<string>();
  readonly #slots: number;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Does the work once it has a slot. Throws QueueTimeout, or the signal's reason when it comes before the slot. */
  async run<Result>(options: QueueOptions, work: () => Promise<Result>): Promise<Result> {
    await this.#slotFor(options);
    try {
      return await work();
    } finally {
      this.#release(options.key);
    }
  }

  async #slotFor({ key, waitMs, signal }: QueueOptions): Promise<void> {
    signal?.throwIfAborted();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new QueueTimeout()), waitMs);
    const stop = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    try {
      await new Promise<void>((resolve, reject) => {
        // At once, so that no slot goes to somebody who has left.
        const leave = () => {
          this.#leave(key, resolve);
          reject(stop.reason);
        };
        stop.addEventListener('abort', leave, { once: true });
        this.#queues.set(key, [...(this.#queues.get(key) ?? []), resolve]);
        this.#fill();
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Gives free slots to the keys that come next. */
  #fill(): void {
    for (const [key, queue] of this.#queues) {
      if (this.#active.size >= this.#slots) return;
      if (this.#active.has(key)) continue;
      const [start, ...rest] = queue;
      if (rest.length > 0) this.#queues.set(key, rest);
      else this.#queues.delete(key);
      this.#active.add(key);
      start?.();
    }
  }

  /** A key that has been served comes after all that wait. */
  #release(key: string): void {
    this.#active.delete(key);
    const rest = this.#queues.get(key);
    this.#queues.delete(key);
    if (rest) this.#queues.set(key, rest);
    this.#fill();
  }

  #leave(key: string, start: () => void): void {
    const rest = (this.#queues.get(key) ?? []).filter((each) => each !== start);
    if (rest.length > 0) this.#queues.set(key, rest);
    else this.#queues.delete(key);
  }
}
