/** Letters, digits, `-` and `_`; longer than 10 characters, which tells an id from a word, and as long as events allow. */
const LISTING_ID = /^[A-Za-z0-9][\w-]{10,254}$/;

/** What is asked of an id, for messages. */
export const LISTING_ID_RULE = 'Must be a listing id of 11 to 255 letters, digits, "-" and "_".';

/** Whether a text can be the id of a listing. */
export function isListingId(text: string): boolean {
  return LISTING_ID.test(text);
}

/**
 * The id in a reference to a listing: a full URL on the marketplace's host, a part of its path, or the id alone. The last part of
 * the path is the id. null for another host and for what names no listing.
 */
export function listingIdIn(reference: string, marketplaceHost: string): string | null {
  if (isListingId(reference)) return reference;
  const url = parseUrl(reference, marketplaceHost);
  if (!url || url.host !== marketplaceHost || url.username !== '' || url.password !== '') return null;
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? '';
  return isListingId(last) ? last : null;
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
