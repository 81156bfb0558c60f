/**
 * Time limits of a listing: one over all calls to the marketplace, and another over our own part, which is the waits for slots
 * and the reading. So a queue of ours never looks like a marketplace that does not answer.
 */
export class Deadline {
  readonly limitMs: number;
  readonly #maxWaitMs: number;
  readonly #startedAtMs = performance.now();
  #calledMs = 0;

  constructor({ limitMs, maxWaitMs }: { limitMs: number; maxWaitMs: number }) {
    this.limitMs = limitMs;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Milliseconds left for calls, at least 1, so that it can be a time-out. */
  get leftMs(): number {
    return Math.max(1, this.limitMs - this.#calledMs);
  }

  /** Milliseconds left for waits, at least 1. */
  get waitMs(): number {
    return Math.max(1, this.#maxWaitMs - (performance.now() - this.#startedAtMs - this.#calledMs));
  }

  /** Records the duration of an answered call. */
  spend(callMs: number): void {
    this.#calledMs += callMs;
  }
}
