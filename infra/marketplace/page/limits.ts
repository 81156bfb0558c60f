/**
 * Most that is taken from a page. Far above what marketplaces allow and what the rubric asks for, so that what is said of a text that
 * is too long is true of the whole of it.
 */
export const LIMITS = {
  /** UTF-16 units of a text. */
  title: 5_000,
  shortDescription: 20_000,
  longDescription: 200_000,
  highlight: 5_000,
  keyword: 1_000,
  category: 200,
  vendor: 200,
  url: 2_000,
  /** Entries of a list. */
  highlights: 500,
  keywords: 500,
  categories: 20,
  media: 500,
  /** Elements that may hold one part of the listing and are looked at: each look walks all that is in it. */
  places: 10,
  /** Scripts with JSON-LD, and objects in them that are looked at. */
  jsonLdBlocks: 100,
  jsonLdNodes: 10_000,
} as const;
