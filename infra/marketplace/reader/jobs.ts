import type { MessagePort } from 'node:worker_threads';
import type { ImageMeasure } from '../page/measure-image.ts';
import type { PageSource } from '../page/parse-listing.ts';
import type { ListingContent } from '../port.ts';

/** What a reading thread is asked. */
export type Job = { kind: 'page'; source: PageSource } | { kind: 'image'; bytes: Uint8Array };

/** A job on its way to a thread, which says on the port, by its number, that it begins. */
export interface Task {
  job: Job;
  started: MessagePort;
}

/** What came of a job. */
export type Outcome =
  | { state: 'done'; result: ListingContent | ImageMeasure | null }
  | { state: 'too-complex' }
  | { state: 'another-page' };
