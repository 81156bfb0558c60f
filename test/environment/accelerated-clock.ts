/**
 * A clock that runs normally while something happens and is accelerated while everybody waits: days pass in seconds, yet
 * what takes a moment takes a moment. It does not pass the end of a wait by itself, however late whoever waits wakes up.
 */
export class AcceleratedClock {
  readonly #speed: number;
  #fromMs: number;
  #sinceMs = performance.now();
  #rate = 1;
  #untilMs = Number.POSITIVE_INFINITY;

  /** `speed`: how many times faster than real time it runs when accelerated. */
  constructor(start: Date, speed: number) {
    this.#fromMs = start.getTime();
    this.#speed = speed;
  }

  now(): Date {
    const passedMs = (performance.now() - this.#sinceMs) * this.#rate;
    return new Date(Math.min(this.#fromMs + passedMs, this.#untilMs));
  }

  /** Runs at normal speed from now on. */
  runNormally(): void {
    this.#setRate(1, Number.POSITIVE_INFINITY);
  }

  /** Everybody waits for so long, or, with null, until `runNormally`. Returns how long the wait takes others, milliseconds. */
  accelerate(waitMs: number | null): number | null {
    const now = this.now().getTime();
    this.#setRate(this.#speed, waitMs === null ? Number.POSITIVE_INFINITY : now + waitMs);
    return waitMs === null ? null : Math.ceil(waitMs / this.#speed);
  }

  #setRate(rate: number, untilMs: number): void {
    this.#fromMs = this.now().getTime();
    this.#sinceMs = performance.now();
    this.#rate = rate;
    this.#untilMs = untilMs;
  }
}
