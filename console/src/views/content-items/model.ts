/** What a content item shows: its text to edit, or what it was before. */
export const TABS = ['text', 'versions'] as const;
/** One of them. */
export type Tab = (typeof TABS)[number];
