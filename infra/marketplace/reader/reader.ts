import { ChildEnded } from '../../child-pool/child.ts';
import { ChildPool } from '../../child-pool/pool.ts';
import { FairQueue, QueueTimeout } from '../../fair-queue.ts';
import { busy } from '../failures.ts';
import type { ImageMeasure } from '../page/links.ts';
import type { PageSource } from '../page/parse-listing.ts';
import { type ListingContent, MarketplaceClosed, MarketplaceError } from '../port.ts';
import type { Job, Outcome } from './job.ts';

/** Two, so that there is one for others while one is at work on a page that takes long. Each has some 80 MB while it is there. */
const READERS = 2;
/** Memory of a process that reads, MiB; a page of the largest size and the most elements takes half of it. */
const HEAP_MIB = 320;
const RESIDENT_MIB = 512;

/**
 * The last guard on a job, in processor time. What a page may cost is limited by its size and its elements; 5 MiB of honest text take
 * 1.5 s of a slow core. Beyond this there is a fault in the parser.
 */
const GUARD_MS = 4_000;
const GUARD_MS_PER_MIB = 1_500;

/** Fairness key and time-out of a job. */
export interface Reading {
  /** Fairness key: one job at a time runs for each. */
  onBehalfOf: string;
  /** Milliseconds until a job that has not begun is given up. */
  waitMs: number;
  signal: AbortSignal | undefined;
}

/** Settings of a Reader, all of which may be left out. */
export interface ReaderOptions {
  guardMs?: (job: Job) => number;
  onStart?: ((waitedMs: number) => void) | undefined;
}

/**
 * Reads what the marketplace sent, in child processes: whatever a page or an image does to the parser, requests and heartbeats go
 * on, and a job that takes too long is ended with its process. Partners write the pages themselves, so the processes serve
 * partners round robin, not in the order of arrival.
 */
export class Reader {
  readonly #children = new ChildPool({
    program: new URL('./child.ts', import.meta.url),
    heapMib: HEAP_MIB,
    residentMib: RESIDENT_MIB,
  });
  readonly #queue = new FairQueue(READERS);
  readonly #guardMs: (job: Job) => number;
  readonly #onStart: (waitedMs: number) => void;
  #closed = false;

  /** `onStart` receives how long each job waited for a process, milliseconds. */
  constructor({ guardMs = guardOf, onStart = () => undefined }: ReaderOptions = {}) {
    this.#guardMs = guardMs;
    this.#onStart = onStart;
  }

  /** The listing on a page; null when there is none. Throws MarketplaceError, MarketplaceClosed or the signal's reason. */
  readPage(source: PageSource, reading: Reading): Promise<ListingContent | null> {
    return this.#enqueue({ kind: 'page', source }, reading) as Promise<ListingContent | null>;
  }

  /** Format and size from the first bytes of an image; null when it is none. Throws as readPage does. */
  measureImage(bytes: Uint8Array, reading: Reading): Promise<ImageMeasure | null> {
    return this.#enqueue({ kind: 'image', bytes }, reading) as Promise<ImageMeasure | null>;
  }

  /** Ends the processes; jobs under way fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#children.close();
  }

  async #enqueue(job: Job, { onBehalfOf: key, waitMs, signal }: Reading): Promise<unknown> {
    const askedAt = performance.now();
    const work = this.#queue.run({ key, waitMs, signal }, () => {
      this.#onStart(performance.now() - askedAt);
      return this.#runJob(job);
    });
    try {
      return await (signal ? unlessAborted(signal, work) : work);
    } catch (error) {
      throw error instanceof QueueTimeout ? busy(error) : error;
    }
  }

  async #runJob(job: Job): Promise<unknown> {
    if (this.#closed) throw new MarketplaceClosed();
    try {
      const [outcome] = await this.#children.run({ job, limitMs: this.#guardMs(job), maxParts: 1, signal: undefined });
      return resultOf(outcome as Outcome);
    } catch (error) {
      if (this.#closed) throw new MarketplaceClosed();
      if (error instanceof MarketplaceError) throw error;
      throw isPassing(error) ? late() : unreadable(error);
    }
  }
}

function guardOf(job: Job): number {
  const bytes = job.kind === 'page' ? job.source.bytes.byteLength : job.bytes.byteLength;
  return GUARD_MS + (bytes / 1_048_576) * GUARD_MS_PER_MIB;
}

function resultOf(outcome: Outcome): unknown {
  switch (outcome.state) {
    case 'done':
      return outcome.result;
    case 'too-complex':
      throw new MarketplaceError('unreadable', 'The page of this listing is too complex to be read.');
    case 'another-page':
      throw new MarketplaceError('missing', 'The marketplace shows another page in place of this listing.');
  }
}

/** Whether the same page may be read another time: it took too long, or its process was ended by somebody else. */
function isPassing(error: unknown): boolean {
  return error instanceof ChildEnded && error.excess !== 'memory' && error.excess !== 'output';
}

/** Rejects at once when the signal comes; the work goes on without anybody who waits for it. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function late(): MarketplaceError {
  return new MarketplaceError('busy', 'The page of this listing could not be read in time. Try again in a minute.');
}

function unreadable(cause: unknown): MarketplaceError {
  return new MarketplaceError('unreadable', 'The page of this listing could not be read.', cause);
}
