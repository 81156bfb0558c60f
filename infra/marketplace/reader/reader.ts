import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImageMeasure } from '../page/measure-image.ts';
import type { PageSource } from '../page/parse-listing.ts';
import { type ListingContent, MarketplaceError } from '../port.ts';
import type { Job, Report } from './jobs.ts';

/** Longest time for one job; a page of 5 MiB of honest text takes about 1 s of a slow core. */
const JOB_LIMIT_MS = 5_000;

/** Longest time for a thread to load the parser; 300 ms on an idle core. */
const START_LIMIT_MS = 15_000;

/** How long a thread without work is kept, so that a burst of listings pays for one start. */
const IDLE_MS = 30_000;

/**
 * Reads what the marketplace sent, in a thread of its own: whatever a page or an image does to the parser, requests and heartbeats go
 * on, and a job that takes too long is ended with its thread. The thread is started by the first job and ends when there are none, so
 * that a process that reads no listings has no parser in memory. Jobs take turns.
 */
export class Reader {
  readonly #jobLimitMs: number;
  #thread: Worker | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(jobLimitMs = JOB_LIMIT_MS) {
    this.#jobLimitMs = jobLimitMs;
  }

  /** The listing on a page; null when there is none. Throws MarketplaceError `unreadable`, or the signal's reason. */
  readPage(source: PageSource, signal?: AbortSignal): Promise<ListingContent | null> {
    return this.#inTurn({ kind: 'page', source }, signal) as Promise<ListingContent | null>;
  }

  /** What the beginning of an image tells; null when it is none. Throws as readPage does. */
  measureImage(bytes: Uint8Array, signal?: AbortSignal): Promise<ImageMeasure | null> {
    return this.#inTurn({ kind: 'image', bytes }, signal) as Promise<ImageMeasure | null>;
  }

  /** Ends the thread; a job under way fails. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#endThread();
  }

  #inTurn(job: Job, signal?: AbortSignal): Promise<unknown> {
    const result = this.#turn.then(() => {
      signal?.throwIfAborted();
      return this.#carryOut(job);
    });
    this.#turn = result.catch(() => undefined);
    return signal ? unlessAborted(signal, result) : result;
  }

  async #carryOut(job: Job): Promise<unknown> {
    if (this.#closed) throw stopping();
    clearTimeout(this.#idle);
    const report = await this.#reportOn(job);
    if (report.state === 'done') return report.result;
    if (report.state === 'too-complex') throw tooComplex();
    throw unreadable(report.state === 'failed' ? report.message : report.state);
  }

  async #reportOn(job: Job): Promise<Report> {
    const thread = this.#thread ?? (await this.#start());
    thread.ref();
    try {
      thread.postMessage(job);
      return await nextReport(thread, this.#jobLimitMs);
    } catch (error) {
      if (this.#closed) throw stopping();
      await this.#endThread();
      throw error instanceof OutOfTime ? tooComplex() : unreadable(error);
    } finally {
      thread.unref();
      this.#idle = setTimeout(() => void this.#endThread(), IDLE_MS).unref();
    }
  }

  async #start(): Promise<Worker> {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { name: 'listing-reader' });
    this.#thread = thread;
    // Failures reach the job that waits; one that comes later must not end the process.
    thread.on('error', () => {});
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    try {
      await nextReport(thread, START_LIMIT_MS);
      return thread;
    } catch (error) {
      if (this.#closed) throw stopping();
      await this.#endThread();
      throw unreadable(error);
    }
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
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

class OutOfTime extends Error {}

/** The next word of a thread; rejects when it fails, ends, or says nothing within the limit. */
async function nextReport(thread: Worker, limitMs: number): Promise<Report> {
  const over = new AbortController();
  const late = setTimeout(() => over.abort(new OutOfTime()), limitMs);
  const gone = () => over.abort(new Error('The thread has ended'));
  thread.once('exit', gone);
  try {
    const [report] = await once(thread, 'message', { signal: over.signal });
    return report;
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error;
  } finally {
    clearTimeout(late);
    thread.off('exit', gone);
  }
}

function tooComplex(): MarketplaceError {
  return new MarketplaceError('unreadable', 'The page of this listing is too complex to be read.');
}

function stopping(): MarketplaceError {
  return new MarketplaceError('unreachable', 'The service is stopping.');
}

function unreadable(cause: unknown): MarketplaceError {
  return new MarketplaceError('unreadable', 'The page of this listing could not be read.', cause);
}
