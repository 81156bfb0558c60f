/** Parts of the view of a document. */
export const TABS = ['passages', 'versions'] as const;
export type Tab = (typeof TABS)[number];
