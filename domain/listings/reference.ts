/**
 * Letters, digits, `-` and `_`; longer than 10 characters, which distinguishes an id from a word, and at most as long
 * as events allow.
 */
const LISTING_ID = /^[A-Za-z0-9][\w-]{10,254}$/;

/** Message for an invalid id. */
export const LISTING_ID_RULE = 'Must be a listing id of 11 to 255 letters, digits, "-" and "_".';

/** The same as JSON Schema, for the OpenAPI document. */
export const LISTING_ID_FORM = { minLength: 11, maxLength: 255, pattern: LISTING_ID.source };

/** Whether a text can be the id of a listing. */
export function isListingId(text: string): boolean {
  return LISTING_ID.test(text);
}

/** Path segments that precede a listing's id. */
const BEFORE_ID = new Set(['pp', 'listing', 'listings', 'product', 'products']);

/**
 * The id in a reference to a listing: a full URL on the marketplace's host, a part of its path, or the id alone. Paths
 * may continue after the id, as in `/pp/<id>/reviews`. null for another host, for no listing, or when it is ambiguous
 * which segment is the id.
 */
export function listingIdIn(reference: string, marketplaceHost: string): string | null {
  if (isListingId(reference)) return reference;
  const url = parseUrl(reference, marketplaceHost);
  if (!url || url.host !== marketplaceHost || url.username !== '' || url.password !== '') return null;
  return idInPath(url.pathname.split('/').filter(Boolean));
}

function idInPath(parts: readonly string[]): string | null {
  const known = parts.findIndex(
    (part, index) => BEFORE_ID.has(part.toLowerCase()) && isListingId(parts[index + 1] ?? ''),
  );
  if (known >= 0) return parts[known + 1] ?? null;
  if (parts.some((part) => BEFORE_ID.has(part.toLowerCase()))) return null;
  // The marketplace's own name has the form of an id.
  const [id, ...others] = parts.filter((part) => isListingId(part) && part.toLowerCase() !== 'marketplace');
  return id !== undefined && others.length === 0 ? id : null;
}

function parseUrl(reference: string, marketplaceHost: string): URL | null {
  const base = `https://${marketplaceHost}/`;
  if (/^https?:\/\//i.test(reference)) return URL.parse(reference);
  return startsWithHost(reference) ? URL.parse(`https://${reference}`) : URL.parse(reference, base);
}

/** `shop.example/listings/…` without a scheme starts with a host, `listings/…` is a path. */
function startsWithHost(reference: string): boolean {
  return /^[^/\\?#]*[.:]/.test(reference);
}
