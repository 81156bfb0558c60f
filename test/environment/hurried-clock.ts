/**
 * A clock that keeps the pace of others while something happens, and hurries while everybody waits: days pass in seconds,
 * yet what takes a moment takes a moment. It does not pass the end of a wait by itself, however late whoever waits wakes up.
 */
export class HurriedClock {
  readonly #speed: number;
  #fromMs: number;
  #sinceMs = performance.now();
  #pace = 1;
  #untilMs = Number.POSITIVE_INFINITY;

  /** `speed`: how many times faster it hurries. */
  constructor(start: Date, speed: number) {
    this.#fromMs = start.getTime();
    this.#speed = speed;
  }

  now(): Date {
    const passedMs = (performance.now() - this.#sinceMs) * this.#pace;
    return new Date(Math.min(this.#fromMs + passedMs, this.#untilMs));
  }

  /** Something happens. */
  walk(): void {
    this.#go(1, Number.POSITIVE_INFINITY);
  }

  /** Everybody waits for so long, or, with null, until somebody has it walk. Returns how long the wait takes others, milliseconds. */
  hurry(waitMs: number | null): number | null {
    const now = this.now().getTime();
    this.#go(this.#speed, waitMs === null ? Number.POSITIVE_INFINITY : now + waitMs);
    return waitMs === null ? null : Math.ceil(waitMs / this.#speed);
  }

  #go(pace: number, untilMs: number): void {
    this.#fromMs = this.now().getTime();
    this.#sinceMs = performance.now();
    this.#pace = pace;
    this.#untilMs = untilMs;
  }
}
