import type { EntityManager } from 'typeorm';
import { countRecords, deleteRecords, findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { varchar } from '../../infra/database/table.ts';
import type { BoardItem } from '../content-items/store.ts';
import type { Db } from '../kernel/deps.ts';
import { listedColumns, type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, placeholders } from '../kernel/sql.ts';
import { type ContentComment, type ContentCommentRow, contentCommentTable } from './table.ts';

const NAMED = { ...contentCommentTable.columns, author_name: varchar(255).nullable() };
const AUTHOR_NAME = `CASE c.author_kind
    WHEN 'user' THEN (SELECT u.name FROM app_user u WHERE u.id = c.author_id)
    WHEN 'partner_key' THEN (SELECT k.name FROM partner_key k WHERE k.id = c.author_id)
    ELSE (SELECT o.name FROM oauth_client o WHERE o.id = c.author_id) END AS author_name`;

/** A comment; null when there is none. */
export function findComment(db: Db, id: number): Promise<ContentCommentRow | null> {
  return findRecord(db, contentCommentTable, { id });
}

/** A comment with the name of its author; null when there is none. */
export function findNamedComment(db: Db, id: number): Promise<ContentComment | null> {
  return queryMaybeRow(db, NAMED, `SELECT c.*, ${AUTHOR_NAME} FROM content_comment c WHERE c.id = $1`, [id]);
}

/** The item whose comments are meant. */
export type CommentedItem = Pick<BoardItem, 'id' | 'partner_id'>;

/** Filters of the comments of an item. */
interface CommentFilter {
  /** Of threads. */
  resolved?: boolean | undefined;
  parent_id?: number | undefined;
}

/** A page of the comments of an item, oldest first; long texts are cut. 422 when the page is too large. */
export async function selectComments(
  db: Db,
  { id, partner_id }: CommentedItem,
  { resolved, parent_id }: CommentFilter,
  page: PageRequest,
): Promise<Page<ContentComment>> {
  const values: unknown[] = [id, partner_id];
  const parent = placeholders(values)(parent_id);
  const where = allOf([
    'c.content_item_id = $1 AND c.partner_id = $2',
    parent && `c.parent_id = ${parent}`,
    resolved !== undefined &&
      `EXISTS (SELECT 1 FROM content_comment t WHERE t.id = coalesce(c.parent_id, c.id) AND t.partner_id = $2
               AND t.resolved_at IS ${resolved ? 'NOT NULL' : 'NULL'})`,
  ]);
  return selectPage(
    db,
    {
      columns: NAMED,
      select: `${listedColumns(contentCommentTable.columns, { include: page.include, from: 'c' })}, ${AUTHOR_NAME}`,
      from: 'content_comment c',
      where,
      values,
      order: { keys: ['c.id'], isAscending: true },
      isLong: true,
    },
    page,
  );
}

/** Number of a partner's comments. */
export function countComments(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, contentCommentTable, { partner_id: partnerId });
}

/** Number of comments of an item. */
export function countOfItem(db: Db, { id, partner_id }: CommentedItem): Promise<number> {
  return countRecords(db, contentCommentTable, { content_item_id: id, partner_id });
}

/** Number of threads of an item that are not resolved. */
export function countOpenThreads(db: Db, { id, partner_id }: CommentedItem): Promise<number> {
  return countRecords(db, contentCommentTable, { content_item_id: id, partner_id, parent_id: null, resolved_at: null });
}

/** Inserts a comment. */
export function insertComment(
  em: EntityManager,
  comment: Omit<ContentCommentRow, 'id' | 'resolved_at' | 'resolved_by' | 'edited_at' | 'deleted_at'>,
): Promise<ContentCommentRow> {
  return insertRecord(em, contentCommentTable, comment);
}

/** Changes a comment; absent values stay. */
export async function updateComment(
  em: EntityManager,
  id: number,
  changes: Partial<
    Pick<ContentCommentRow, 'body' | 'mentions' | 'resolved_at' | 'resolved_by' | 'edited_at' | 'deleted_at'>
  >,
): Promise<void> {
  const { mentions, ...others } = changes;
  await updateRecords(em, contentCommentTable, { id }, { ...others, ...(mentions && { mentions }) });
}

/** Whether a comment has replies. */
export function hasReplies(db: Db, { id, partner_id }: Pick<ContentCommentRow, 'id' | 'partner_id'>): Promise<boolean> {
  const replied = 'SELECT 1 FROM content_comment WHERE parent_id = $1 AND partner_id = $2 LIMIT 1';
  return queryExists(db, replied, [id, partner_id]);
}

/** Most people who are notified of a reply. */
const MAX_WRITERS = 50;

/** The people who have written in a thread, newest comments first. */
export async function selectWriters(em: EntityManager, item: CommentedItem, threadId: number): Promise<number[]> {
  const rows = await queryRows(
    em,
    pick(contentCommentTable, 'author_id'),
    `SELECT author_id FROM content_comment
     WHERE content_item_id = $1 AND partner_id = $2 AND (id = $3 OR parent_id = $3) AND author_kind = 'user' AND deleted_at IS NULL
     GROUP BY author_id ORDER BY max(id) DESC LIMIT ${MAX_WRITERS}`,
    [item.id, item.partner_id, threadId],
  );
  return rows.map(({ author_id }) => author_id);
}

/** Deletes a comment. */
export async function deleteComment(em: EntityManager, id: number): Promise<void> {
  await deleteRecords(em, contentCommentTable, { id });
}

/** Comments on passages that are in the present text of an item. */
export function selectAnchored(em: EntityManager, item: CommentedItem) {
  const { id, quote, quote_start } = contentCommentTable.columns;
  return queryRows(
    em,
    { id, quote: quote.present(), quote_start: quote_start.present() },
    `SELECT id, quote, quote_start FROM content_comment
     WHERE content_item_id = $1 AND partner_id = $2 AND quote IS NOT NULL AND quote_start IS NOT NULL`,
    [item.id, item.partner_id],
  );
}

/** Stores where the passages of comments begin now; null: they are not in the text any more. */
export async function updateAnchors(
  em: EntityManager,
  item: CommentedItem,
  anchors: readonly { id: number; quote_start: number | null }[],
): Promise<void> {
  await execute(
    em,
    `UPDATE content_comment c SET quote_start = a.quote_start
     FROM jsonb_to_recordset($2) AS a(id bigint, quote_start int) WHERE c.id = a.id AND c.content_item_id = $1 AND c.partner_id = $3`,
    [item.id, JSON.stringify(anchors), item.partner_id],
  );
}
