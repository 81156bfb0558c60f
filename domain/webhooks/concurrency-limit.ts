import { BREAKER_TIMEOUTS, probePause } from './rules.ts';

/** Sends to an endpoint at once; the most while it answers quickly. */
const USUAL_IN_FLIGHT = 5;
const MOST_IN_FLIGHT = 200;
/** An endpoint is quick while its mean answer takes less than this, milliseconds. */
const QUICK_MS = 50;
/** Deliveries are fetched ahead only while they will be sent soon: mean answers below this, milliseconds. */
const FETCH_AHEAD_BELOW_MS = 500;
/** Pause after the first send for which the host had no slot free; each further one doubles it, milliseconds. */
const FIRST_BUSY_PAUSE_MS = 1_000;
const MAX_BUSY_PAUSE_MS = 16_000;
/** Weight of the newest answer in the mean. */
const WEIGHT = 0.1;

/** How many requests one endpoint gets at once: as many as it can take, and one probe at a time after time-outs in a row. */
export class ConcurrencyLimit {
  #meanMs: number | null = null;
  #inFlight = USUAL_IN_FLIGHT;
  #timeouts: number;
  /** Sends in a row for which the host had no slot free. */
  #busy = 0;

  constructor(timeouts: number) {
    this.#timeouts = timeouts;
  }

  /** Whether only a probe may be sent. */
  get probing(): boolean {
    return this.probePauseMs > 0;
  }

  /** Pause before the next probe, milliseconds; 0 while the endpoint is not only probed. */
  get probePauseMs(): number {
    return probePause(this.#timeouts);
  }

  /** Sends that may be under way at once. */
  get maxInFlight(): number {
    return this.probing || this.#busy > 0 ? 1 : this.#inFlight;
  }

  /** Deliveries to have claimed, sent or not. */
  get maxClaimed(): number {
    const ahead = this.maxInFlight > 1 && this.#meanMs !== null && this.#meanMs < FETCH_AHEAD_BELOW_MS;
    return ahead ? this.maxInFlight * 3 : this.maxInFlight;
  }

  /**
   * Takes note that the host had no slot free; returns how long to leave it alone, milliseconds. Where many endpoints share a host that hangs, each
   * asks ever more rarely, rather than all of them all the time.
   */
  hostBusy(): number {
    this.#busy += 1;
    return Math.min(FIRST_BUSY_PAUSE_MS * 2 ** (this.#busy - 1), MAX_BUSY_PAUSE_MS);
  }

  /** Takes note of an answer, or of its absence; sends that were under way together count up to the first probe only. */
  observe({ durationMs, timedOut, probe }: { durationMs: number; timedOut: boolean; probe: boolean }): void {
    this.#busy = 0;
    if (!timedOut) this.#timeouts = 0;
    else if (probe || this.#timeouts < BREAKER_TIMEOUTS) this.#timeouts += 1;
    this.#meanMs = this.#meanMs === null ? durationMs : this.#meanMs * (1 - WEIGHT) + durationMs * WEIGHT;
    if (this.#meanMs >= QUICK_MS) this.#inFlight = USUAL_IN_FLIGHT;
    else this.#inFlight = Math.min(MOST_IN_FLIGHT, this.#inFlight + 1);
  }
}
