import type { Span } from './slices.ts';

/** Something that a rule found in a slice. */
export interface Finding extends Span {
  rule: string;
  /** As in the text. */
  words: string;
  /** For messages: `words`, or what identifies nobody and opens nothing. */
  shown: string;
  /** What is wrong, where the rule finds different things. */
  what?: string;
}

/** What detectors read: a slice in normal form. */
export interface Slice {
  text: string;
  /** `text` in small letters, of the same length. */
  lower: string;
  sentences: readonly Span[];
}

/** The first and last characters of a datum, such as `D…90`. */
export function masked(words: string, first: number, last: number): string {
  const compact = words.trim();
  return compact.length <= first + last + 2
    ? '…'
    : `${compact.slice(0, first)}…${last > 0 ? compact.slice(-last) : ''}`;
}
