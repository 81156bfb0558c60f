import { isDeepStrictEqual } from 'node:util';
import type { ListingContent } from '../../infra/marketplace/port.ts';

/** A reading whose logo could not be fetched gets the previous logo, if its address is the same. */
export function withPreviousLogo(content: ListingContent, before: ListingContent | undefined): ListingContent {
  const { logo } = content;
  const previous = before?.logo;
  return logo?.unread && previous && previous.url === logo.url ? { ...content, logo: previous } : content;
}

/** Whether two readings have the same logo address and one of them could not fetch it; this is not a change. */
function isUnread({ logo: before }: ListingContent, { logo: after }: ListingContent): boolean {
  return before?.url === after?.url && (before?.unread === true || after?.unread === true);
}

/** Parts of a listing, as `listing.updated` names them. */
const PARTS = {
  title: 'title',
  shortDescription: 'short_description',
  longDescription: 'long_description',
  highlights: 'highlights',
  keywords: 'keywords',
  categories: 'categories',
  vendor: 'vendor',
  logo: 'logo',
  media: 'media',
} as const satisfies Partial<Record<keyof ListingContent, string>>;

/** Names of the parts that differ, in the order of the page. */
export function changedParts(before: ListingContent, after: ListingContent): string[] {
  return (Object.keys(PARTS) as (keyof typeof PARTS)[])
    .filter((part) => !isDeepStrictEqual(before[part], after[part]) && !(part === 'logo' && isUnread(before, after)))
    .map((part) => PARTS[part]);
}

/** Whether the listing was published in between. */
export function wasPublished(before: ListingContent, after: ListingContent): boolean {
  return before.publishedAt === null && after.publishedAt !== null;
}
