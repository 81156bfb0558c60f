import { serveJobs } from '../../child-pool/serve.ts';
import { TooComplex } from '../page/document.ts';
import { WrongPage } from '../page/identity.ts';
import { measureImage } from '../page/links.ts';
import { parseListing } from '../page/parse-listing.ts';
import type { Job, Outcome } from './job.ts';

/** The program of a process that reads pages and images. */
await serveJobs<Job>(async function* (job) {
  yield outcomeOf(job);
});

function outcomeOf(job: Job): Outcome {
  try {
    const result = job.kind === 'page' ? parseListing(job.source) : measureImage(job.bytes);
    return { state: 'done', result };
  } catch (error) {
    // Error classes do not survive the transfer between processes.
    if (error instanceof TooComplex) return { state: 'too-complex' };
    if (error instanceof WrongPage) return { state: 'another-page' };
    throw error;
  }
}
