/** Letters, digits, `-` and `_`; longer than 10 characters, which tells an id from a word, and as long as events allow. */
const LISTING_ID = /^[A-Za-z0-9][\w-]{10,254}$/;

/** What is asked of an id, for messages. */
export const LISTING_ID_RULE = 'Must be a listing id of 11 to 255 letters, digits, "-" and "_".';

/** The same for the API document, as JSON Schema. */
export const LISTING_ID_FORM = { minLength: 11, maxLength: 255, pattern: LISTING_ID.source };

/** Whether a text can be the id of a listing. */
export function isListingId(text: string): boolean {
  return LISTING_ID.test(text);
}

/** Parts of paths that a listing's id follows, whatever comes after it. */
const BEFORE_ID = new Set(['pp', 'listing', 'listings', 'product', 'products']);

/**
 * The id in a reference to a listing: a full URL on the marketplace's host, a part of its path, or the id alone. Pages of a listing
 * have paths that go on after the id, as in `/pp/<id>/reviews`. null for another host and for what names no listing, or does not
 * tell which of its parts is the id.
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

/** `shop.example/listings/…` without a scheme names a host, `listings/…` a part of the path. */
function startsWithHost(reference: string): boolean {
  return /^[^/\\?#]*[.:]/.test(reference);
}
