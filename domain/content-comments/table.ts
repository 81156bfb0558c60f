import {
  bigint,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  text,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { COUNTED_CALLERS } from '../kernel/callers.ts';

/** Longest passage that a comment is on, characters. */
export const MAX_QUOTE_LENGTH = 1_000;

/** A comment on a content item, or a reply to one. */
export const contentCommentTable = table(
  'content_comment',
  {
    id: identity(),
    partner_id: bigint(),
    content_item_id: bigint(),
    /** The comment that began the thread; null: this one did. */
    parent_id: bigint().nullable(),
    author_kind: oneOf(COUNTED_CALLERS, 20),
    /** Of a key: the first of those that it was rotated from. */
    author_id: bigint(),
    /** Markdown; empty once it is deleted and kept for the replies. */
    body: text(),
    /** Numbers of people. */
    mentions: json<number[]>(),
    /** The passage that it is on; null: the whole item. */
    quote: varchar(MAX_QUOTE_LENGTH).nullable(),
    /** Where the passage begins in the present text, UTF-16 code units; null: it is not there any more. */
    quote_start: integer().nullable(),
    resolved_at: timestamp().nullable(),
    resolved_by: varchar(40).nullable(),
    edited_at: timestamp().nullable(),
    /** Deleted by its author, and kept for the replies of others. */
    deleted_at: timestamp().nullable(),
    created_at: timestamp(),
  },
  { with: 'content_item' },
  {
    personal: ['text', 'activity'],
    people: { by: 'author_id', where: "author_kind = 'user'", erased: 'kept' },
  },
);
export type ContentCommentRow = Row<typeof contentCommentTable>;

/** A comment with what its author is called. */
export type ContentComment = ContentCommentRow & {
  /** null: nothing is left of the author. */
  author_name: string | null;
};
