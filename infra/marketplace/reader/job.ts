import type { ImageMeasure } from '../page/links.ts';
import type { PageSource } from '../page/parse-listing.ts';
import type { ListingContent } from '../port.ts';

/** Job of a process that reads. */
export type Job = { kind: 'page'; source: PageSource } | { kind: 'image'; bytes: Uint8Array };

/** Result of a job. */
export type Outcome =
  | { state: 'done'; result: ListingContent | ImageMeasure | null }
  | { state: 'too-complex' }
  | { state: 'another-page' };
