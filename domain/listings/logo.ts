import type { ListingContent } from '../../infra/marketplace/port.ts';

/** A reading whose logo could not be fetched gets the previous logo, if its address is the same. */
export function withPreviousLogo(content: ListingContent, before: ListingContent | undefined): ListingContent {
  const { logo } = content;
  const previous = before?.logo;
  return logo?.unread && previous && previous.url === logo.url ? { ...content, logo: previous } : content;
}

/** Whether two readings have the same logo address and one of them could not fetch it; this is not a change. */
export function isUnread({ logo: before }: ListingContent, { logo: after }: ListingContent): boolean {
  return before?.url === after?.url && (before?.unread === true || after?.unread === true);
}
