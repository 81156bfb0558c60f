import type { ImageMeasure } from '../page/measure-image.ts';
import type { PageSource } from '../page/parse-listing.ts';
import { type ListingContent, MarketplaceClosed, MarketplaceError } from '../port.ts';
import type { Job, Report } from './jobs.ts';
import { OutOfTime, ReadingThread } from './reading-thread.ts';
import { Turns, WaitedTooLong } from './turns.ts';

/** Two, so that there is one for others while one is at work on a page that takes long. Each has some 40 MB while it is there. */
const THREADS = 2;

/**
 * The last guard on a job. What a page may cost is limited by its size and its elements, so that the answer is the same on a busy
 * machine; 5 MiB of honest text take 1.5 s of a slow core. Beyond this the machine is short of time, or there is a fault in the parser.
 */
const GUARD_MS = 4_000;
const GUARD_MS_PER_MIB = 1_500;

/** For whom something is read, and how long it may wait for its turn. */
export interface Reading {
  /** Has one job carried out at a time; others are not kept waiting by it. */
  onBehalfOf: string;
  /** Milliseconds until a job that has not begun is given up. */
  waitMs: number;
  signal: AbortSignal | undefined;
}

/** Settings of a Reader, all of which may be left out. */
export interface ReaderOptions {
  guardMs?: (job: Job) => number;
  onTurn?: ((waitedMs: number) => void) | undefined;
}

/**
 * Reads what the marketplace sent, in threads of its own: whatever a page or an image does to the parser, requests and heartbeats go
 * on, and a job that takes too long is ended with its thread. A page is written by whoever wants it scored, so the threads are shared
 * by turns among those who want pages read, not by order of arrival.
 */
export class Reader {
  readonly #threads = Array.from({ length: THREADS }, () => new ReadingThread());
  readonly #free = [...this.#threads];
  readonly #turns = new Turns(THREADS);
  readonly #guardMs: (job: Job) => number;
  readonly #onTurn: (waitedMs: number) => void;
  #closed = false;

  /** `onTurn` hears how long each job has waited for its turn. */
  constructor({ guardMs = guardOf, onTurn = () => undefined }: ReaderOptions = {}) {
    this.#guardMs = guardMs;
    this.#onTurn = onTurn;
  }

  /** The listing on a page; null when there is none. Throws MarketplaceError, MarketplaceClosed or the signal's reason. */
  readPage(source: PageSource, reading: Reading): Promise<ListingContent | null> {
    return this.#inTurn({ kind: 'page', source }, reading) as Promise<ListingContent | null>;
  }

  /** What the beginning of an image tells; null when it is none. Throws as readPage does. */
  measureImage(bytes: Uint8Array, reading: Reading): Promise<ImageMeasure | null> {
    return this.#inTurn({ kind: 'image', bytes }, reading) as Promise<ImageMeasure | null>;
  }

  /** Ends the threads; jobs under way fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  async #inTurn(job: Job, { onBehalfOf: key, waitMs, signal }: Reading): Promise<unknown> {
    const askedAt = performance.now();
    const work = this.#turns.take({ key, waitMs, signal }, () => {
      this.#onTurn(performance.now() - askedAt);
      return this.#carryOut(job);
    });
    try {
      return await (signal ? unlessAborted(signal, work) : work);
    } catch (error) {
      throw error instanceof WaitedTooLong ? busy() : error;
    }
  }

  async #carryOut(job: Job): Promise<unknown> {
    if (this.#closed) throw new MarketplaceClosed();
    const thread = this.#takeThread();
    try {
      return resultOf(await thread.carryOut(job, this.#guardMs(job)));
    } catch (error) {
      if (this.#closed) throw new MarketplaceClosed();
      if (error instanceof MarketplaceError) throw error;
      throw error instanceof OutOfTime ? late() : unreadable(error);
    } finally {
      this.#free.push(thread);
    }
  }

  /** One that has loaded the parser, if there is one; there are as many threads as turns. */
  #takeThread(): ReadingThread {
    const warm = this.#free.findIndex((thread) => thread.isWarm);
    const [thread] = this.#free.splice(Math.max(0, warm), 1);
    if (!thread) throw new Error('A turn was given without a thread for it.');
    return thread;
  }
}

function guardOf(job: Job): number {
  const bytes = job.kind === 'page' ? job.source.bytes.byteLength : job.bytes.byteLength;
  return GUARD_MS + (bytes / 1_048_576) * GUARD_MS_PER_MIB;
}

function resultOf(report: Report): unknown {
  switch (report.state) {
    case 'done':
      return report.result;
    case 'too-complex':
      throw new MarketplaceError('unreadable', 'The page of this listing is too complex to be read.');
    case 'another-page':
      throw new MarketplaceError('missing', 'The marketplace shows another page in place of this listing.');
    default:
      throw unreadable(report.state === 'failed' ? report.message : report.state);
  }
}

/** Rejects at once when the signal comes; the work goes on without anybody who waits for it. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function busy(): MarketplaceError {
  return new MarketplaceError('busy', 'The service is busy with other pages. Try again in a minute.');
}

function late(): MarketplaceError {
  return new MarketplaceError('busy', 'The page of this listing could not be read in time. Try again in a minute.');
}

function unreadable(cause: unknown): MarketplaceError {
  return new MarketplaceError('unreadable', 'The page of this listing could not be read.', cause);
}
