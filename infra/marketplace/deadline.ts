/** One clock over several calls. */
export class Deadline {
  readonly limitMs: number;
  readonly #endMs: number;

  constructor(limitMs: number) {
    this.limitMs = limitMs;
    this.#endMs = performance.now() + limitMs;
  }

  /** Milliseconds left, at least 1, so that it can be a time-out. */
  get leftMs(): number {
    return Math.max(1, this.#endMs - performance.now());
  }
}
