import type { ListingContent } from '../../infra/marketplace/port.ts';

/** What is read of a listing while its logo cannot be fetched: the logo at the same address is taken to be as it was. */
export function withFormerLogo(content: ListingContent, before: ListingContent | undefined): ListingContent {
  const { logo } = content;
  const former = before?.logo;
  return logo?.unread && former && former.url === logo.url ? { ...content, logo: former } : content;
}

/** Whether two readings show the same address of a logo that one of them could not fetch, which is no change to notify of. */
export function isUnread({ logo: before }: ListingContent, { logo: after }: ListingContent): boolean {
  return before?.url === after?.url && (before?.unread === true || after?.unread === true);
}
