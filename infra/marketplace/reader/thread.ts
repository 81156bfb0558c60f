import { parentPort } from 'node:worker_threads';
import { TooComplex } from '../page/bounded-tree.ts';
import { AnotherPage } from '../page/identity.ts';
import { measureImage } from '../page/measure-image.ts';
import { parseListing } from '../page/parse-listing.ts';
import type { Job, Report } from './jobs.ts';

/** A reading thread: takes one job at a time. */
parentPort?.on('message', (job: Job) => say(carryOut(job)));
say({ state: 'ready' });

function carryOut(job: Job): Report {
  try {
    const result = job.kind === 'page' ? parseListing(job.source) : measureImage(job.bytes);
    return { state: 'done', result };
  } catch (error) {
    if (error instanceof TooComplex) return { state: 'too-complex' };
    if (error instanceof AnotherPage) return { state: 'another-page' };
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function say(report: Report): void {
  parentPort?.postMessage(report);
}
