import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Job, Report } from './jobs.ts';

/** Longest time for a thread to load the parser; 300 ms on an idle core. */
const START_LIMIT_MS = 15_000;

/** How long a thread without work is kept, so that a burst of listings pays for one start. */
const IDLE_MS = 30_000;

/** A thread did not say in time that it is there, or what came of its job. */
export class OutOfTime extends Error {}

/**
 * A thread that carries out one job at a time. It is started by a job and ends when there are none, so that a process that reads no
 * listings has no parser in memory. One that fails or is late is ended; the next job has another.
 */
export class ReadingThread {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Whether the next job need not wait for the start. */
  get isWarm(): boolean {
    return this.#thread !== undefined;
  }

  /** What came of the job. Throws OutOfTime after `limitMs`, or when the thread does not start; any other error when it ended. */
  async carryOut(job: Job, limitMs: number): Promise<Report> {
    clearTimeout(this.#idle);
    try {
      const thread = this.#thread ?? (await this.#start());
      thread.ref();
      thread.postMessage(job);
      const report = await nextReport(thread, limitMs);
      thread.unref();
      this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      return report;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Ends the thread; a job under way fails. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  async #start(): Promise<Worker> {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { name: 'listing-reader' });
    this.#thread = thread;
    // Failures reach the job that waits; one that comes later must not end the process.
    thread.on('error', () => {});
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    await nextReport(thread, START_LIMIT_MS);
    return thread;
  }
}

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
