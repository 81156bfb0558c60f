import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Tinypool } from 'tinypool';
import { guardThread } from '../../thread-guard.ts';
import type { ImageMeasure } from '../page/links.ts';
import type { PageSource } from '../page/parse-listing.ts';
import type { ListingContent } from '../port.ts';

/** Input of a reader thread. */
export type Job = { kind: 'page'; source: PageSource } | { kind: 'image'; bytes: Uint8Array };

/** A job for a thread, which posts its number on the port when it starts. */
export interface Task {
  job: Job;
  started: MessagePort;
}

/** Result of a job. */
export type Outcome =
  | { state: 'done'; result: ListingContent | ImageMeasure | null }
  | { state: 'too-complex' }
  | { state: 'another-page' };

/** Longest time for a thread to load the parser; 300 ms on an idle core. */
const START_LIMIT_MS = 30_000;

/** How long a thread without work is kept, so that a burst of listings pays for one start. */
const IDLE_MS = 30_000;

/** A thread did not start in time, or took too long for its job. */
export class DeadlineExceeded extends Error {}

/**
 * Threads that run one job at a time each. They are started by jobs and end when there are none, so that a process that reads no
 * listings has no parser in memory. One that is late is ended; the next job has another.
 */
export class ThreadPool {
  readonly #size: number;
  #pool: Promise<Tinypool> | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  /** The result of the job. Throws DeadlineExceeded after `limitMs` of processor time, or when no thread starts; any other error when the job failed. */
  async run(job: Job, limitMs: number): Promise<Outcome> {
    this.#pool ??= open(this.#size);
    const pool = await this.#pool;
    const late = new AbortController();
    const abort = () => late.abort();
    const timer = setTimeout(abort, START_LIMIT_MS);
    let endGuard = () => clearTimeout(timer);
    const { port1, port2: started } = new MessageChannel();
    // The thread says when it begins, so that its start does not count against the job.
    port1.once('message', (threadId: number) => {
      clearTimeout(timer);
      endGuard = guardThread(threadOf(pool, threadId), limitMs, abort);
    });
    const task: Task = { job, started };
    try {
      return await pool.run(task, { transferList: [started], signal: late.signal });
    } catch (error) {
      throw late.signal.aborted ? new DeadlineExceeded() : error;
    } finally {
      endGuard();
      port1.close();
    }
  }

  /** Ends the threads; jobs under way fail. */
  async close(): Promise<void> {
    const pool = await this.#pool;
    await pool?.destroy();
  }
}

function threadOf(pool: Tinypool, threadId: number): Worker | undefined {
  const found = pool.threads.find((each) => each.threadId === threadId);
  // The pool's types leave out what its runtime by threads has.
  return found && 'thread' in found && found.thread instanceof Worker ? found.thread : undefined;
}

/** Loaded with the first job: most processes read no listings. */
async function open(size: number): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  return new Tinypool({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: size,
    idleTimeout: IDLE_MS,
    // A thread that waits by an atomic would not hear of anything else.
    useAtomics: false,
  });
}
