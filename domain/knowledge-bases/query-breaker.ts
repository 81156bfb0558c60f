/** Failures in a row after which queries are not embedded for a while. */
const MAX_FAILURES = 3;
/** How long that is, milliseconds; then one query tries whether the provider answers again. */
const OPEN_MS = 30_000;

/**
 * A circuit breaker for the embedding of queries: while the provider hangs, each search would wait for its time-out. One for each
 * provider in each process, since nothing of it is worth a place in the database.
 */
export class QueryBreaker {
  #failures = 0;
  #openUntil = 0;
  #isTrying = false;

  /** Whether the provider may be asked now, milliseconds since the epoch. Whoever is let through reports `succeeded` or `failed`. */
  lets(now: number): boolean {
    if (this.#failures < MAX_FAILURES) return true;
    if (this.#isTrying || now < this.#openUntil) return false;
    this.#isTrying = true;
    return true;
  }

  /** The provider has answered, if only that it does not embed this query. */
  succeeded(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  /** The provider gave no answer. */
  failed(now: number): void {
    this.#failures += 1;
    this.#isTrying = false;
    if (this.#failures >= MAX_FAILURES) this.#openUntil = now + OPEN_MS;
  }
}
