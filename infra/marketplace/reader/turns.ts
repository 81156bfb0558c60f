/** The wait for a turn was longer than its limit. */
export class WaitedTooLong extends Error {
  constructor() {
    super('No turn came in time');
    this.name = 'WaitedTooLong';
  }
}

/** Who wants a turn, and for how long. */
export interface Waiting {
  /** One key has one turn at a time. */
  key: string;
  /** Milliseconds. */
  waitMs: number;
  signal: AbortSignal | undefined;
}

/**
 * A few places, for which keys take turns: a key has one place at a time and goes to the end of the line with the rest of its work. So
 * who brings a hundred pieces of work, or one that takes long, holds up only himself while there are two places.
 */
export class Turns {
  readonly #lines = new Map<string, (() => void)[]>();
  readonly #busy = new Set<string>();
  readonly #places: number;

  constructor(places: number) {
    this.#places = places;
  }

  /** Does the work in its turn. Throws WaitedTooLong, or the signal's reason when it comes before the turn. */
  async take<Result>(waiting: Waiting, work: () => Promise<Result>): Promise<Result> {
    await this.#turnOf(waiting);
    try {
      return await work();
    } finally {
      this.#release(waiting.key);
    }
  }

  async #turnOf({ key, waitMs, signal }: Waiting): Promise<void> {
    signal?.throwIfAborted();
    const over = new AbortController();
    const late = setTimeout(() => over.abort(new WaitedTooLong()), waitMs);
    const stop = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    try {
      await new Promise<void>((resolve, reject) => {
        // At once, so that no turn goes to somebody who has left.
        const leave = () => {
          this.#leave(key, resolve);
          reject(stop.reason);
        };
        stop.addEventListener('abort', leave, { once: true });
        this.#lines.set(key, [...(this.#lines.get(key) ?? []), resolve]);
        this.#next();
      });
    } finally {
      clearTimeout(late);
    }
  }

  /** Gives free places to the keys that have waited longest. */
  #next(): void {
    for (const [key, line] of this.#lines) {
      if (this.#busy.size >= this.#places) return;
      if (this.#busy.has(key)) continue;
      const [turn, ...rest] = line;
      if (rest.length > 0) this.#lines.set(key, rest);
      else this.#lines.delete(key);
      this.#busy.add(key);
      turn?.();
    }
  }

  /** Who has had a turn comes after all who wait. */
  #release(key: string): void {
    this.#busy.delete(key);
    const rest = this.#lines.get(key);
    this.#lines.delete(key);
    if (rest) this.#lines.set(key, rest);
    this.#next();
  }

  #leave(key: string, turn: () => void): void {
    const rest = (this.#lines.get(key) ?? []).filter((each) => each !== turn);
    if (rest.length > 0) this.#lines.set(key, rest);
    else this.#lines.delete(key);
  }
}
