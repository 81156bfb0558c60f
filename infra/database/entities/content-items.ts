import { EntitySchema } from 'typeorm';
import {
  bigint,
  boolean,
  defaulting,
  id,
  integer,
  key,
  nullable,
  smallint,
  text,
  timestamp,
  varchar,
} from './columns.ts';

export type KanbanStatus = 'generated' | 'review' | 'ready' | 'published';

/** A piece of content. It is the partner's own, and on the board, once its execution has settled. */
export interface ContentItemRow {
  id: number;
  partner_id: number;
  execution_id: number | null;
  step: string | null;
  ordinal: number;
  title: string;
  content_type: 'text_content' | 'blog_post' | 'email_draft' | 'social_post' | 'product_description';
  kanban_status: KanbanStatus;
  /** Markdown. */
  body: string;
  preview: string;
  word_count: number;
  sandbox: boolean;
  version: number;
  settled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const ContentItemEntity = new EntitySchema<ContentItemRow>({
  name: 'content_item',
  columns: {
    id,
    partner_id: bigint,
    execution_id: nullable(bigint),
    step: nullable(varchar(64)),
    ordinal: defaulting(smallint, 0),
    title: varchar(300),
    content_type: varchar(24),
    kanban_status: varchar(12),
    body: text,
    preview: varchar(300),
    word_count: integer,
    sandbox: boolean,
    version: defaulting(integer, 1),
    settled_at: nullable(timestamp),
    created_at: timestamp,
    updated_at: timestamp,
  },
});

/** What a content item said before a change, and the first version too. */
export interface ContentItemVersionRow {
  content_item_id: number;
  version: number;
  title: string;
  body: string;
  edited_by: string;
  created_at: Date;
}

export const ContentItemVersionEntity = new EntitySchema<ContentItemVersionRow>({
  name: 'content_item_version',
  columns: {
    content_item_id: key(bigint),
    version: key(integer),
    title: varchar(300),
    body: text,
    edited_by: varchar(40),
    created_at: timestamp,
  },
});
