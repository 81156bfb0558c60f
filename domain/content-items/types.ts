export type {
  ContentItemRow,
  ContentItemVersionRow,
  KanbanStatus,
} from '../../infra/database/entities/content-items.ts';
