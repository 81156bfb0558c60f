import { isDeepStrictEqual } from 'node:util';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { isUnread } from './logo.ts';

/** Parts of a listing that partners hear of, as `listing.updated` names them. */
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

/** Names of the parts that differ, in the order in which a page shows them. */
export function changedParts(before: ListingContent, after: ListingContent): string[] {
  return (Object.keys(PARTS) as (keyof typeof PARTS)[])
    .filter((part) => !isDeepStrictEqual(before[part], after[part]) && !(part === 'logo' && isUnread(before, after)))
    .map((part) => PARTS[part]);
}

/** Whether the listing has gone public since. */
export function wasPublished(before: ListingContent, after: ListingContent): boolean {
  return before.publishedAt === null && after.publishedAt !== null;
}
