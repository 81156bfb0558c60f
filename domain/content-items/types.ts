export type { ContentItemRow, ContentItemVersionRow, KanbanStatus } from './table.ts';
