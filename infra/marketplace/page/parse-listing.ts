import type { ListingContent } from '../port.ts';
import { factsOfBody } from './body.ts';
import { parseDocument } from './document.ts';
import { noFacts } from './facts.ts';
import { factsOfJsonLd } from './json-ld.ts';
import { baseOf } from './links.ts';
import { merge } from './merge.ts';
import { factsOfMeta } from './meta.ts';

/** A page as it was fetched. */
export interface PageSource {
  bytes: Uint8Array;
  /** Of the answer's Content-Type. */
  charset: string | undefined;
  /** Where it was in the end. */
  url: string;
  listingId: string;
}

/** Reads a listing from its page; null when the page shows none. Throws TooComplex. */
export function parseListing(source: PageSource): ListingContent | null {
  const $ = parseDocument(source.bytes, source.charset);
  const base = baseOf($('base[href]').attr('href'), source.url);
  const content = merge({
    jsonLd: factsOfJsonLd($, base, source.listingId) ?? noFacts,
    meta: factsOfMeta($, base),
    body: factsOfBody($, base),
  });
  return content.title || content.shortDescription || content.longDescription.text ? content : null;
}
