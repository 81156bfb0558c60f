import type { ListContentItemsResponse } from '../../api/generated/client/types.gen.ts';

/** Tabs of a content item. */
export const TABS = ['text', 'versions'] as const;
export type Tab = (typeof TABS)[number];

/** Longest title, characters. */
export const MAX_TITLE_LENGTH = 300;

/** Forms of a text as a file, as the API names them. */
export const FILE_FORMATS = ['markdown', 'html', 'docx', 'pdf', 'zip'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** An item in a list. */
export type ListedItem = ListContentItemsResponse['data'][number];
