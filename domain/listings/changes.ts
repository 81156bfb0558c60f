import { isDeepStrictEqual } from 'node:util';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { isUnread } from './logo.ts';

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
