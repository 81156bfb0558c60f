import type { ImageMeasure } from '../page/measure-image.ts';
import type { PageSource } from '../page/parse-listing.ts';
import type { ListingContent } from '../port.ts';

/** What a reading thread is asked. */
export type Job = { kind: 'page'; source: PageSource } | { kind: 'image'; bytes: Uint8Array };

/** What a reading thread says: that it is there, or what came of the job. */
export type Report =
  | { state: 'ready' }
  | { state: 'done'; result: ListingContent | ImageMeasure | null }
  | { state: 'too-complex' }
  | { state: 'another-page' }
  | { state: 'failed'; message: string };
