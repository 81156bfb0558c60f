import { BREAKER_TIMEOUTS, probePause } from './rules.ts';

/** Concurrent requests to an endpoint, and the maximum while it answers quickly. */
const USUAL_IN_FLIGHT = 5;
const MOST_IN_FLIGHT = 200;
/** An endpoint is quick while its mean response time is below this, milliseconds. */
const QUICK_MS = 50;
/** Deliveries are claimed ahead only while they will be sent soon: mean response time below this, milliseconds. */
const FETCH_AHEAD_BELOW_MS = 500;
/** Deliveries are claimed up to so many bytes of their bodies, which are in memory; a partner may have a hundred endpoints. */
const MAX_CLAIMED_BYTES = 1_048_576;
/** Pause after the first send for which the host had no slot; each further one doubles it, milliseconds. */
const FIRST_BUSY_PAUSE_MS = 1_000;
const MAX_BUSY_PAUSE_MS = 16_000;
/** Weight of the newest response in the mean. */
const WEIGHT = 0.1;

/**
 * Limits the concurrent requests to one endpoint: as many as it can handle, and one probe at a time after time-outs in
 * a row.
 */
export class ConcurrencyLimit {
  #meanMs: number | null = null;
  #inFlight = USUAL_IN_FLIGHT;
  #timeouts: number;
  /** Length of bodies, rather of the largest of late. */
  #bodyBytes = 0;
  /** Sends in a row for which the host had no slot. */
  #busy = 0;

  constructor(timeouts: number) {
    this.#timeouts = timeouts;
  }

  /** Whether only probes may be sent. */
  get probing(): boolean {
    return this.probePauseMs > 0;
  }

  /** Pause before the next probe, milliseconds; 0 while the endpoint is not in probing mode. */
  get probePauseMs(): number {
    return probePause(this.#timeouts);
  }

  /** Concurrent requests allowed. */
  get maxInFlight(): number {
    return this.probing || this.#busy > 0 ? 1 : this.#inFlight;
  }

  /** Deliveries to hold claimed, sent or not. */
  get maxClaimed(): number {
    const ahead = this.maxInFlight > 1 && this.#meanMs !== null && this.#meanMs < FETCH_AHEAD_BELOW_MS;
    const most = ahead ? this.maxInFlight * 3 : this.maxInFlight;
    return Math.max(1, Math.min(most, Math.floor(MAX_CLAIMED_BYTES / this.#bodyBytes)));
  }

  /** Records the length of a body that is sent. */
  sending(bytes: number): void {
    this.#bodyBytes = Math.max(bytes, this.#bodyBytes * (1 - WEIGHT) + bytes * WEIGHT);
  }

  /**
   * Records that the host had no slot; returns how long to wait, milliseconds. Where many endpoints share a host that
   * hangs, each backs off further, so that they do not all keep asking.
   */
  hostBusy(): number {
    this.#busy += 1;
    return Math.min(FIRST_BUSY_PAUSE_MS * 2 ** (this.#busy - 1), MAX_BUSY_PAUSE_MS);
  }

  /**
   * Records a response, or a time-out. Of requests sent at the same time, time-outs count only up to the first probe.
   */
  observe({ durationMs, timedOut, probe }: { durationMs: number; timedOut: boolean; probe: boolean }): void {
    this.#busy = 0;
    if (!timedOut) this.#timeouts = 0;
    else if (probe || this.#timeouts < BREAKER_TIMEOUTS) this.#timeouts += 1;
    this.#meanMs = this.#meanMs === null ? durationMs : this.#meanMs * (1 - WEIGHT) + durationMs * WEIGHT;
    if (this.#meanMs >= QUICK_MS) this.#inFlight = USUAL_IN_FLIGHT;
    else this.#inFlight = Math.min(MOST_IN_FLIGHT, this.#inFlight + 1);
  }
}
