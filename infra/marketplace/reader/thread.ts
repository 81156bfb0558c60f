import { threadId } from 'node:worker_threads';
import { TooComplex } from '../page/bounded-tree.ts';
import { WrongPage } from '../page/identity.ts';
import { measureImage } from '../page/measure-image.ts';
import { parseListing } from '../page/parse-listing.ts';
import type { Outcome, Task } from './jobs.ts';

/** What a thread does with a task of the pool. */
export default function runTask({ job, started }: Task): Outcome {
  started.postMessage(threadId);
  try {
    const result = job.kind === 'page' ? parseListing(job.source) : measureImage(job.bytes);
    return { state: 'done', result };
  } catch (error) {
    // The classes of errors do not survive the way between threads.
    if (error instanceof TooComplex) return { state: 'too-complex' };
    if (error instanceof WrongPage) return { state: 'another-page' };
    throw error;
  }
}
