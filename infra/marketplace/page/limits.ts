/** Most that is taken from a page. Far above what marketplaces allow, so that a rule can still see by how much a text is too long. */
export const LIMITS = {
  /** UTF-16 units of a text. */
  title: 1_000,
  shortDescription: 5_000,
  longDescription: 50_000,
  highlight: 2_000,
  keyword: 500,
  category: 200,
  vendor: 200,
  url: 2_000,
  /** Entries of a list. */
  highlights: 50,
  keywords: 100,
  categories: 20,
  media: 50,
  /** Scripts with JSON-LD, and objects in them that are looked at. */
  jsonLdBlocks: 100,
  jsonLdNodes: 10_000,
} as const;
