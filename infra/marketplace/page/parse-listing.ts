import type { ListingContent } from '../port.ts';
import { factsOfBody } from './body.ts';
import { parseDocument, TreeBudget } from './document.ts';
import { productOf, requireListing } from './identity.ts';
import { factsOfProduct } from './json-ld.ts';
import { productsIn } from './json-ld-product.ts';
import { baseOf } from './links.ts';
import { merge, noFacts } from './merge.ts';
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

/** Reads a listing from its page; null when the page shows none. Throws WrongPage or TooComplex. */
export function parseListing(source: PageSource): ListingContent | null {
  const budget = new TreeBudget();
  const $ = parseDocument(source.bytes, source.charset, budget);
  const products = productsIn($, budget);
  requireListing($, products, source);
  const product = productOf(products, source.listingId);
  const base = baseOf($('base[href]').attr('href'), source.url);
  const content = merge({
    jsonLd: product ? factsOfProduct(product, base, budget) : noFacts,
    meta: factsOfMeta($, base, budget),
    body: factsOfBody($, base),
  });
  return content.title || content.shortDescription || content.longDescription.text ? content : null;
}
