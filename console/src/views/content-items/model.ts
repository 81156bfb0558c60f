/** Tabs of a content item. */
export const TABS = ['text', 'versions'] as const;
export type Tab = (typeof TABS)[number];
