/** The wait for a slot was longer than its limit. */
export class QueueTimeout extends Error {
  constructor() {
    super('No slot became free in time');
    this.name = 'QueueTimeout';
  }
}

/** Key and patience of a caller. */
export interface QueueOptions {
  /** Slots are shared out between keys. */
  key: string;
  /** Milliseconds; without it the caller waits until its signal fires. */
  waitMs?: number;
  signal: AbortSignal | undefined;
}

/** A caller in the queue. */
interface Waiter {
  start(): void;
  reject(reason: unknown): void;
}

/** How slots are shared out. */
interface Sharing {
  /** Most slots of a key; all unless given. */
  perKey?: number;
  /** Whether a key has at most as many slots as are free besides; it does unless given. */
  leavesFree?: boolean;
}

/**
 * A queue for a few slots that serves keys round robin. A key has at most as many slots as are free besides: of twenty, one key alone
 * has ten and two have six each, so that a new key finds a free slot at once, however much work the others have. Without that
 * (`leavesFree`), one key alone has them all, and a new one gets the next that is free.
 */
export class FairQueue {
  /** Waiting callers by key; the key that is served next comes first. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** Slots in use by key. */
  readonly #active = new Map<string, number>();
  readonly #perKey: number;
  readonly #leavesFree: boolean;
  #free: number;

  constructor(slots: number, { perKey = slots, leavesFree = true }: Sharing = {}) {
    this.#free = slots;
    this.#perKey = perKey;
    this.#leavesFree = leavesFree;
  }

  /** Whether nobody has a slot or waits for one. */
  get idle(): boolean {
    return this.#active.size === 0 && this.#waiting.size === 0;
  }

  /** Callers with this key that have a slot or wait for one. */
  countOf(key: string): number {
    return this.#activeOf(key) + (this.#waiting.get(key)?.size ?? 0);
  }

  /** Whether a caller with this key would have to wait for a slot. */
  isBusyFor(key: string): boolean {
    return this.#waiting.has(key) || this.#free === 0 || this.#activeOf(key) >= this.#mostOfKey();
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

  /** Waits without the slot that the caller's work has, which others use meanwhile, and then for a slot again. */
  async without<Result>(key: string, wait: () => Promise<Result>): Promise<Result> {
    this.#release(key);
    try {
      return await wait();
    } finally {
      await this.#slotFor({ key, signal: undefined });
    }
  }

  /** Rejects all waiting callers. */
  rejectWaiting(reason: unknown): void {
    for (const waiter of [...this.#waiting.values()].flatMap((waiters) => [...waiters])) waiter.reject(reason);
  }

  async #slotFor({ key, waitMs, signal }: QueueOptions): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const abort = () => waiter.reject(signal?.reason);
    // The signal may outlive thousands of callers, so nothing of them stays with it.
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const waiter: Waiter = {
      start: () => {
        settle();
        resolve();
      },
      // At once, so that no slot goes to somebody who has left.
      reject: (reason) => {
        settle();
        this.#leave(key, waiter);
        reject(reason);
      },
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (waitMs !== undefined) timer = setTimeout(() => waiter.reject(new QueueTimeout()), waitMs);
    this.#waitingOf(key).add(waiter);
    this.#fill();
    return promise;
  }

  /** Gives free slots to the keys that come next. */
  #fill(): void {
    for (let key = this.#nextKey(); key !== undefined; key = this.#nextKey()) {
      const waiters = this.#waitingOf(key);
      const [waiter] = waiters;
      if (!waiter) return;
      this.#leave(key, waiter);
      this.#toTheEnd(key);
      this.#free -= 1;
      this.#active.set(key, this.#activeOf(key) + 1);
      waiter.start();
    }
  }

  /** The first key that waits and may have one more slot. */
  #nextKey(): string | undefined {
    if (this.#free === 0) return undefined;
    const most = this.#mostOfKey();
    for (const key of this.#waiting.keys()) if (this.#activeOf(key) < most) return key;
    return undefined;
  }

  /** Most slots that a key may have, so that one more is given to it. */
  #mostOfKey(): number {
    return this.#leavesFree ? Math.min(this.#free, this.#perKey) : this.#perKey;
  }

  #release(key: string): void {
    const active = this.#activeOf(key) - 1;
    if (active > 0) this.#active.set(key, active);
    else this.#active.delete(key);
    this.#free += 1;
    this.#toTheEnd(key);
    this.#fill();
  }

  /** A key that has been served comes after all that wait. */
  #toTheEnd(key: string): void {
    const waiters = this.#waiting.get(key);
    if (!waiters) return;
    this.#waiting.delete(key);
    this.#waiting.set(key, waiters);
  }

  #leave(key: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(key);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiting.delete(key);
  }

  #waitingOf(key: string): Set<Waiter> {
    const known = this.#waiting.get(key);
    if (known) return known;
    const waiters = new Set<Waiter>();
    this.#waiting.set(key, waiters);
    return waiters;
  }

  #activeOf(key: string): number {
    return this.#active.get(key) ?? 0;
  }
}
