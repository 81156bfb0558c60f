import type { ContentType } from './table.ts';

export type { ContentItemRow, ContentItemVersionRow, KanbanStatus } from './table.ts';

/** A piece of content a step has written, not yet saved. `body` is Markdown. */
export interface DraftContent {
  title: string;
  content_type: ContentType;
  body: string;
}
