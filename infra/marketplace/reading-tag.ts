import { hash } from 'node:crypto';

/**
 * Raised whenever the same page may be read differently: what was read by another version is not used again, even where the page has
 * not changed since.
 */
const READER_VERSION = 1;

/** Entity tags go back as they came; anything longer or stranger is no tag. */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,200}"$/;

/** Turns entity tags of a marketplace's pages into tags of readings, and back. */
export interface ReadingTags {
  /** The tag of a reading of a page with this entity tag; null without. At most 221 characters. */
  of(etag: string | undefined): string | null;
  /** The page's entity tag; null where it was read at another marketplace or by another version of the reader. */
  etagIn(tag: string | null | undefined): string | null;
}

/** Tags of readings of the pages at an address. */
export function readingTags(baseUrl: string): ReadingTags {
  const mark = `${hash('sha256', `${READER_VERSION} ${baseUrl}`).slice(0, 16)}:`;
  return {
    of: (etag) => (etag !== undefined && entityTag.test(etag) ? mark + etag : null),
    etagIn: (tag) => (tag?.startsWith(mark) && entityTag.test(tag.slice(mark.length)) ? tag.slice(mark.length) : null),
  };
}
