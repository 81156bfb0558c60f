import type { CheerioAPI } from 'cheerio';
import { type JsonNode, textsOf } from './json-ld-product.ts';
import { LIMITS } from './limits.ts';

/** The page belongs to another listing, such as the target of a redirect when the listing is gone. */
export class WrongPage extends Error {
  constructor() {
    super('The page is that of another listing, or of none');
    this.name = 'AnotherPage';
  }
}

/** The listing that a page should belong to. */
export interface ExpectedListing {
  listingId: string;
  /** Where the page was in the end. */
  url: string;
}

const listingAddress = /\/marketplace\/pp\/([^/?#]+)/;

/** The form that distinguishes ids of marketplaces from those of vendors: some letters and a hyphen before the rest. */
const family = /^[a-z]{2,}-/i;
const idShape = /^[\w-]{11,}$/;

/**
 * The product that is the listing: the one that names its id; failing that the only one on the page, unless it is another listing's.
 * Of several without the id none is more likely than the others.
 */
export function productOf(products: readonly JsonNode[], listingId: string): JsonNode | undefined {
  const own = products.find((product) => namesOf(product).some((name) => names(name, listingId)));
  if (own) return own;
  const [only, ...others] = products;
  if (!only || others.length > 0) return undefined;
  return namesOf(only).some((name) => namesAnother(name, listingId)) ? undefined : only;
}

/**
 * Throws WrongPage when the page says that it is another listing's; also when a redirect has led to an address without the
 * listing's id and the page does not name it either. A page that is where it was asked for, and names none, is the listing's.
 */
export function requireListing(
  $: CheerioAPI,
  products: readonly JsonNode[],
  { listingId, url }: ExpectedListing,
): void {
  const addresses = addressesOf($);
  const stated = [...products.flatMap(namesOf), ...addresses, ...microdataOf($)];
  if (stated.some((name) => names(name, listingId))) return;
  const own = [...(products.length === 1 ? products.flatMap(namesOf) : []), ...addresses];
  if (own.some((name) => namesAnother(name, listingId))) throw new WrongPage();
  if (!names(url, encodeURIComponent(listingId.toWellFormed()))) throw new WrongPage();
}

function namesOf(product: JsonNode): string[] {
  return textsOf(product, 'sku', 'productID', 'identifier', '@id', 'url').map((name) =>
    name.slice(0, LIMITS.url).trim(),
  );
}

/** The canonical addresses that the page declares. */
function addressesOf($: CheerioAPI): string[] {
  const canonical = $('link[rel="canonical"]').attr('href');
  const openGraph = $('meta[property="og:url"]').attr('content');
  return [canonical, openGraph]
    .filter((address) => address !== undefined)
    .map((address) => address.slice(0, LIMITS.url));
}

/** Related products have ids in microdata, too, so another one there says nothing. */
function microdataOf($: CheerioAPI): string[] {
  return $('[itemprop="sku"], [itemprop="productID"]')
    .toArray()
    .slice(0, LIMITS.places)
    .map((element) => (element.attribs.content ?? $(element).text()).slice(0, LIMITS.url).trim());
}

/** Whether a text is the id, or an address with the id as a part of its path. */
function names(text: string, listingId: string): boolean {
  return text === listingId || (text.split(/[?#]/, 1)[0] ?? '').split('/').slice(1).includes(listingId);
}

/** A vendor's own article number names no listing: only the address of one does, or an id of the same form as the one asked for. */
function namesAnother(text: string, listingId: string): boolean {
  const [, inAddress = listingId] = listingAddress.exec(text) ?? [];
  if (inAddress !== listingId) return true;
  const [prefix] = family.exec(listingId) ?? [];
  return prefix !== undefined && text.startsWith(prefix) && idShape.test(text) && text !== listingId;
}
