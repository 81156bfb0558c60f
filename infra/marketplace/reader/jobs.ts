import type { MessagePort } from 'node:worker_threads';
import type { ImageMeasure } from '../page/measure-image.ts';
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
