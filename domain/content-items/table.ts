import {
  bigint,
  boolean,
  identity,
  integer,
  oneOf,
  type Row,
  smallint,
  table,
  text,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { CONTENT_TYPES } from '../capabilities/content-types.ts';

/** Columns of the board, in order. */
export const KANBAN_STATUSES = ['generated', 'review', 'ready', 'published'] as const;
export type KanbanStatus = (typeof KANBAN_STATUSES)[number];

/** A piece of content. It is the partner's own, and on the board, once its execution has settled. */
export const contentItemTable = table('content_item', {
  id: identity(),
  partner_id: bigint(),
  execution_id: bigint().nullable(),
  step: varchar(64).nullable(),
  ordinal: smallint().default(0),
  title: varchar(300),
  content_type: oneOf(CONTENT_TYPES, 24),
  kanban_status: oneOf(KANBAN_STATUSES, 12),
  /** Markdown. */
  body: text(),
  preview: varchar(300),
  word_count: integer(),
  sandbox: boolean(),
  version: integer().default(1),
  settled_at: timestamp().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type ContentItemRow = Row<typeof contentItemTable>;

/** What a content item said before a change, and the first version too. */
export const contentItemVersionTable = table('content_item_version', {
  content_item_id: bigint().key(),
  version: integer().key(),
  title: varchar(300),
  body: text(),
  edited_by: varchar(40),
  created_at: timestamp(),
});
export type ContentItemVersionRow = Row<typeof contentItemVersionTable>;
