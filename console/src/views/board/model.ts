import type { GetKanbanBoardResponse } from '../../api/generated/client/types.gen.ts';

/** The board as the API answers it. */
export type BoardResponse = GetKanbanBoardResponse;
/** A column. */
export type ColumnName = keyof BoardResponse['data']['columns'];
/** A card. */
export type Item = BoardResponse['data']['columns'][ColumnName]['items'][number];

/** The columns from left to right. */
export const COLUMNS = ['generated', 'review', 'ready', 'published'] as const satisfies readonly ColumnName[];

/** What kinds of content there are. */
export const CONTENT_TYPES = [
  'text_content',
  'blog_post',
  'email_draft',
  'social_post',
  'product_description',
] as const satisfies readonly Item['attributes']['content_type'][];
