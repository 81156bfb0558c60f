import type { GetKanbanBoardResponse } from '../../api/generated/client/types.gen.ts';

/** Response of the board's route. */
export type BoardResponse = GetKanbanBoardResponse;
/** Name of a column. */
export type ColumnName = keyof BoardResponse['data']['columns'];
/** A card. */
export type Item = BoardResponse['data']['columns'][ColumnName]['items'][number];

/** Columns from left to right. */
export const COLUMNS = ['generated', 'review', 'ready', 'published'] as const satisfies readonly ColumnName[];

/** Types of content. */
export const CONTENT_TYPES = [
  'text_content',
  'blog_post',
  'email_draft',
  'social_post',
  'product_description',
] as const satisfies readonly Item['attributes']['content_type'][];
