import { AppError } from './errors.ts';
import type { RequestInFlight } from './request-slot.ts';

/** A request counts as in flight for so long, milliseconds: what takes longer waits, and did not say so. */
const MAX_IN_FLIGHT_MS = 250;
/** How many times as long as a slice the pause after it is: most requests of others are answered meanwhile, which ends it. */
const PAUSE_FACTOR = 3;
/** Longest pause after a slice for requests of others, milliseconds. */
const MAX_PAUSE_MS = 50;
/** A pass of the loop begins no further slice once those that it has begun took so long, milliseconds. */
const SHORT_PASS_MS = 1;
/** Slices that a pass may begin at most. */
const MAX_IN_PASS = 8;
/** Slices that may wait for one partner, and requests; each slice belongs to a request that is in memory. */
const MAX_WAITING = 500;
/** Requests of one partner in flight at once, beside those of others. */
const MAX_AT_ONCE = 2;
/** There are others for so long after a request of theirs, milliseconds: who polls sends the next one in a moment. */
const OTHERS_MS = 1_000;

interface Entry {
  key: string;
  since: number;
}

/** A request that has been identified, and waits for one of its partner's slots. */
interface WaitingRequest {
  entry: Entry;
  begin: () => void;
}

/**
 * Shares the event loop out between partners. Work that takes long is done in slices, and each slice waits for its
 * turn: one slice a pass of the loop, round robin by partner, however many requests have work to do; further ones only
 * where those of the pass were short. While a request of somebody else is in flight, a pass with slices is followed by a
 * pause of three times their length, so that others have at least three quarters of the loop. Requests begin two at a
 * time for each partner, so that a dozen at once wait for one another instead of filling each pass. Nobody waits where
 * there is nobody else.
 */
export class EventLoopScheduler {
  /** Slices that wait, by partner; the partner that is served next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Requests in flight, oldest first. */
  readonly #inFlight = new Set<Entry>();
  readonly #countByKey = new Map<string, number>();
  /** Requests that wait for a slot, by partner, oldest first. */
  readonly #waitingRequests = new Map<string, WaitingRequest[]>();
  /** Frees the slots of requests that wait for something else. */
  #expiry: NodeJS.Timeout | undefined;
  /** The partners that asked last, each once: the last one, and the last other one. */
  #last: { key: string; at: number }[] = [];
  #isScheduled = false;
  #pause: NodeJS.Timeout | undefined;
  /** When the first slice of this pass began, by the monotonic clock. */
  #beganAt: number | undefined;
  /** Whose slice was the last. */
  #servedKey: string | undefined;
  /** When the pause after the last slice is over, by the monotonic clock. */
  #pauseEndsAt = 0;

  /** Counts a request as in flight until it leaves. */
  enter(): RequestInFlight {
    const entry: Entry = { key: '', since: performance.now() };
    this.#inFlight.add(entry);
    this.#count(entry.key, 1);
    return {
      identify: (key) => this.#identify(entry, key),
      leave: () => this.#remove(entry),
      rejoin: () => (entry.key === '' || this.#inFlight.has(entry) ? undefined : this.#begin(entry)),
    };
  }

  /**
   * Resolves when the next slice of work for this key may begin; the slice is what runs until control returns to the
   * loop. Throws SERVICE_UNAVAILABLE where too many of the key's slices wait.
   */
  take(key: string): Promise<void> {
    const waiters = this.#waiting.get(key);
    if (waiters && waiters.length >= MAX_WAITING) return Promise.reject(tooMuchWork());
    return new Promise((resolve) => {
      if (waiters) waiters.push(resolve);
      else this.#waiting.set(key, [resolve]);
      if (this.#pause && this.#isModest(key)) this.#endPause();
      else this.#schedule();
    });
  }

  #identify(entry: Entry, key: string): Promise<void> | undefined {
    const now = performance.now();
    const [last] = this.#last;
    if (last?.key === key) last.at = now;
    else this.#last = [{ key, at: now }, ...this.#last.slice(0, 1)];
    if (!this.#inFlight.delete(entry)) return undefined;
    this.#count(entry.key, -1);
    entry.key = key;
    return this.#begin(entry);
  }

  /** Gives a request one of its partner's slots, or lets it wait for one. */
  #begin(entry: Entry): Promise<void> | undefined {
    const { key } = entry;
    const now = performance.now();
    if ((this.#countByKey.get(key) ?? 0) < MAX_AT_ONCE || !this.#hadOthers(key, now)) {
      this.#assignSlot(entry, now);
      return undefined;
    }
    const waiting = this.#waitingRequests.get(key) ?? [];
    if (waiting.length >= MAX_WAITING) return Promise.reject(tooMuchWork());
    this.#waitingRequests.set(key, waiting);
    this.#scheduleExpiry(now);
    return new Promise((resolve) => waiting.push({ entry, begin: resolve }));
  }

  #assignSlot(entry: Entry, now: number): void {
    entry.since = now;
    this.#inFlight.add(entry);
    this.#count(entry.key, 1);
  }

  /** Whether somebody else asked a moment ago. */
  #hadOthers(key: string, now: number): boolean {
    return this.#last.some((asked) => asked.key !== key && now - asked.at <= OTHERS_MS);
  }

  /** Gives the partner's free slots to its requests that wait. */
  #beginWaiting(key: string): void {
    const waiting = this.#waitingRequests.get(key);
    if (!waiting) return;
    const now = performance.now();
    while ((this.#countByKey.get(key) ?? 0) < MAX_AT_ONCE) {
      const next = waiting.shift();
      if (!next) break;
      this.#assignSlot(next.entry, now);
      next.begin();
    }
    if (waiting.length === 0) this.#waitingRequests.delete(key);
  }

  #scheduleExpiry(now: number): void {
    const [oldest] = this.#inFlight;
    if (this.#expiry || !oldest || this.#waitingRequests.size === 0) return;
    this.#expiry = setTimeout(
      () => {
        this.#expiry = undefined;
        const then = performance.now();
        this.#expire(then);
        this.#scheduleExpiry(then);
      },
      Math.max(1, Math.ceil(oldest.since + MAX_IN_FLIGHT_MS - now) + 1),
    );
    // Requests have connections, which keep the process alive.
    this.#expiry.unref();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    this.#nextPass();
  }

  /** All run in the same phase of the loop: between them is what each slice does before it returns control. */
  #nextPass(): void {
    for (let slice = 0; slice < MAX_IN_PASS; slice += 1) setImmediate(() => this.#beginSlice());
    setImmediate(() => this.#endPass());
  }

  /** Begins the next slice, or waits until the pause for others is over; the next pass does where this one took its time. */
  #beginSlice(): void {
    if (this.#waiting.size === 0 || this.#pause) return;
    const now = performance.now();
    const isFirst = this.#beganAt === undefined;
    if (this.#beganAt !== undefined && now - this.#beganAt >= SHORT_PASS_MS) return;
    const pauseMs = this.#pauseEndsAt - now;
    const key = [...this.#waiting.keys()].find(
      (waiting) => pauseMs <= 0 || !this.#hasOthers(waiting, now) || this.#isModest(waiting),
    );
    if (key === undefined) {
      // What was begun in this pass lengthens the pause.
      if (isFirst) this.#pause = setTimeout(() => this.#endPause(), Math.ceil(pauseMs));
      return;
    }
    const waiters = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    const begin = waiters.shift();
    // Served, so it comes after all that wait.
    if (waiters.length > 0) this.#waiting.set(key, waiters);
    this.#beganAt ??= now;
    this.#servedKey = key;
    begin?.();
  }

  /** Whether a pause is none of this partner's doing: its only request came a moment ago, and had no slice last. */
  #isModest(key: string): boolean {
    return key !== this.#servedKey && this.#countByKey.get(key) === 1;
  }

  #endPass(): void {
    if (this.#pause) return;
    if (this.#beganAt !== undefined) {
      const now = performance.now();
      const pauseMs = Math.min(PAUSE_FACTOR * (now - this.#beganAt), MAX_PAUSE_MS);
      this.#pauseEndsAt = Math.max(this.#pauseEndsAt, now + pauseMs);
      this.#beganAt = undefined;
    }
    this.#isScheduled = false;
    this.#schedule();
  }

  #endPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#nextPass();
  }

  /** Whether somebody else has a request in flight. */
  #hasOthers(key: string, now: number): boolean {
    this.#expire(now);
    return this.#inFlight.size > (this.#countByKey.get(key) ?? 0);
  }

  /** Counts requests no longer that have been in flight for long. */
  #expire(now: number): void {
    for (const entry of this.#inFlight) {
      if (now - entry.since <= MAX_IN_FLIGHT_MS) break;
      this.#remove(entry);
    }
  }

  #remove(entry: Entry): void {
    if (!this.#inFlight.delete(entry)) return;
    this.#count(entry.key, -1);
    this.#beginWaiting(entry.key);
    if (!this.#pause) return;
    const [key = ''] = this.#waiting.keys();
    if (this.#inFlight.size <= (this.#countByKey.get(key) ?? 0)) this.#endPause();
  }

  #count(key: string, change: number): void {
    const count = (this.#countByKey.get(key) ?? 0) + change;
    if (count > 0) this.#countByKey.set(key, count);
    else this.#countByKey.delete(key);
  }
}

/** The answer to a partner with more large requests at once than can wait. */
export function tooMuchWork(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many of your large requests are under way. Send fewer at once.', {
    retryAfterSeconds: 1,
  });
}

/** The scheduler of this process, which has one event loop. */
export const eventLoopScheduler = new EventLoopScheduler();
