import {
  bigint,
  boolean,
  date,
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
import { CONTENT_TYPES, type ContentType } from '../capabilities/types.ts';

/** Columns of the board, in order. */
export const KANBAN_STATUSES = ['generated', 'review', 'ready', 'published'] as const;
export type KanbanStatus = (typeof KANBAN_STATUSES)[number];

/** Days that a deleted item can be restored. */
const TRASH_DAYS = 30;

/** Characters that a title may have. */
export const MAX_TITLE = 300;

/** A piece of content. It belongs to the partner and is on the board once its execution has settled. */
export const contentItemTable = table(
  'content_item',
  {
    id: identity(),
    partner_id: bigint(),
    execution_id: bigint().nullable(),
    step: varchar(64).nullable(),
    ordinal: smallint().default(0),
    title: varchar(MAX_TITLE),
    content_type: oneOf(CONTENT_TYPES, 24),
    kanban_status: oneOf(KANBAN_STATUSES, 12),
    /** Markdown. */
    body: text(),
    preview: varchar(300),
    word_count: integer(),
    sandbox: boolean(),
    version: integer().default(1),
    /** The person who works on it. */
    assignee_id: bigint().nullable(),
    /** The person who is asked to review it. */
    reviewer_id: bigint().nullable(),
    due_at: timestamp().nullable(),
    /** Threads of comments that are not resolved; the area of the comments counts them. */
    open_comment_count: integer().default(0),
    /** The version that was approved; what is edited since is not. */
    approved_version: integer().nullable(),
    /** Actor who approved it. */
    approved_by: varchar(40).nullable(),
    approved_at: timestamp().nullable(),
    /** When it came onto the board; null for a draft, and in the trash. */
    settled_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    /** When it was moved to the trash; null otherwise. */
    deleted_at: timestamp().nullable(),
  },
  // What is not deleted is kept: it is the content that partners paid for.
  { since: 'deleted_at', days: TRASH_DAYS, setting: 'RETENTION_CONTENT_TRASH_DAYS' },
  { personal: ['text', 'activity'] },
);
export type ContentItemRow = Row<typeof contentItemTable>;

/** Earlier versions of content items, including the first. */
export const contentItemVersionTable = table(
  'content_item_version',
  {
    content_item_id: bigint().key(),
    version: integer().key(),
    title: varchar(MAX_TITLE),
    body: text(),
    edited_by: varchar(40),
    /** When its actor began to save it over and over while typing; null: saved once, or referred to since. */
    autosaved_since: timestamp().nullable(),
    created_at: timestamp(),
  },
  { because: 'At most a hundred of each item, and deleted with it.' },
  { personal: ['text', 'activity'], of: [{ to: 'content_item', by: 'content_item_id' }] },
);
export type ContentItemVersionRow = Row<typeof contentItemVersionTable>;

/** A counter delta for items on the board; the total is the sum of `n`. Triggers insert it. */
export const contentItemCountTable = table(
  'content_item_count',
  {
    partner_id: bigint(),
    /** UTC day of creation. */
    day: date(),
    content_type: varchar<ContentType>(24),
    kanban_status: varchar<KanbanStatus>(12),
    n: integer(),
    /** A sum of earlier differences. */
    folded: boolean().default(false),
  },
  { because: 'A row for each day and category, whatever happens on it.' },
  { personal: [] },
);

/** A difference to the size of a partner's texts with their versions; the total is the sum of `bytes`. Triggers insert it. */
export const contentTextSizeTable = table(
  'content_text_size',
  {
    partner_id: bigint(),
    /** UTC day of the versions. */
    day: date(),
    n: integer(),
    /** UTF-8, not compressed. */
    bytes: bigint(),
    /** A sum of earlier differences. */
    folded: boolean().default(false),
  },
  { because: 'A row for each day, whatever happens on it.' },
  { personal: [] },
);

/** A content item that a person has marked as a favourite. */
export const contentFavoriteTable = table(
  'content_favorite',
  {
    user_id: bigint().key(),
    content_item_id: bigint().key(),
    created_at: timestamp(),
  },
  { with: 'content_item' },
  {
    personal: ['activity'],
    of: [{ to: 'app_user', by: 'user_id' }],
    people: { by: 'user_id', erased: 'deleted' },
  },
);

/** A tag of a partner. */
export const contentTagTable = table(
  'content_tag',
  {
    id: identity(),
    partner_id: bigint(),
    name: varchar(50),
    /** The name as names of tags are compared and sorted; unique for each partner. */
    name_key: varchar(1_000),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'At most 200 of a partner, unless the operator allows more.' },
  { personal: ['text'] },
);
export type ContentTagRow = Row<typeof contentTagTable>;

/** Items of a tag that are counted, so that a list of tags takes as long whatever they have; the number stands for more. */
export const MAX_COUNTED = 1_000;
/** A tag with the number of items that have it, those in the trash included. */
export type CountedTag = ContentTagRow & { content_item_count: number };

/** A content item that has a tag. */
export const contentItemTagTable = table(
  'content_item_tag',
  {
    content_item_id: bigint().key(),
    content_tag_id: bigint().key(),
  },
  { with: 'content_item' },
  { personal: [], of: [{ to: 'content_item', by: 'content_item_id' }] },
);
