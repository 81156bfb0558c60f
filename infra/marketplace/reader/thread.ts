import { threadId } from 'node:worker_threads';
import { TooComplex } from '../page/document.ts';
import { WrongPage } from '../page/identity.ts';
import { measureImage } from '../page/links.ts';
import { parseListing } from '../page/parse-listing.ts';
import type { Outcome, Task } from './thread-pool.ts';

/** Runs a task of the pool in a thread. */
export default function runTask({ job, started }: Task): Outcome {
  started.postMessage(threadId);
  try {
    const result = job.kind === 'page' ? parseListing(job.source) : measureImage(job.bytes);
    return { state: 'done', result };
  } catch (error) {
    // Error classes do not survive the transfer between threads.
    if (error instanceof TooComplex) return { state: 'too-complex' };
    if (error instanceof WrongPage) return { state: 'another-page' };
    throw error;
  }
}
