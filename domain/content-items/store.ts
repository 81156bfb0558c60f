import type { EntityManager } from 'typeorm';
import { updateRecords } from '../../infra/database/records.ts';
import { omit, pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, integer } from '../../infra/database/table.ts';
import type { DraftContent } from '../capabilities/types.ts';
import type { Db } from '../kernel/deps.ts';
import { offsetOf, type PageRequest } from '../kernel/page.ts';
import { countWords } from '../kernel/words.ts';
import { previewOf } from './rules.ts';
import { type ContentItemRow, contentItemTable, type KanbanStatus, MAX_TITLE } from './table.ts';
import { type Edit, insertVersion, replaceVersion } from './version-store.ts';

/** What the title of a copy ends with. */
const COPY = ' (copy)';

/** Who works on an item and until when. */
export type ItemPlan = Pick<ContentItemRow, 'assignee_id' | 'reviewer_id' | 'due_at'>;

/** Where a text goes that has no execution, and who saves it. */
interface TextPlace {
  partnerId: number;
  kanbanStatus: KanbanStatus;
  sandbox: boolean;
  savedBy: string;
  plan?: ItemPlan;
}

/** Inserts an item without an execution on the board, with its first version by the actor who saves it; returns its id. */
export async function insertText(em: EntityManager, now: Date, place: TextPlace, draft: DraftContent): Promise<number> {
  const row = await queryRow(
    em,
    pick(contentItemTable, 'id', 'version', 'title', 'body'),
    `INSERT INTO content_item (partner_id, kanban_status, sandbox, title, content_type, body, preview, word_count, assignee_id,
                               reviewer_id, due_at, settled_at, created_at, updated_at)
     VALUES ($2, $3, $4, left($5, ${MAX_TITLE}), $6, $7, $8, $9, $10, $11, $12, $1, $1, $1) RETURNING id, version, title, body`,
    [
      now,
      place.partnerId,
      place.kanbanStatus,
      place.sandbox,
      draft.title,
      draft.content_type,
      draft.body,
      previewOf(draft.body),
      countWords(draft.body),
      place.plan?.assignee_id ?? null,
      place.plan?.reviewer_id ?? null,
      place.plan?.due_at ?? null,
    ],
  );
  await insertVersion(em, now, row, place.savedBy);
  return row.id;
}

/** Which items to copy, and on whose behalf. */
interface Copying {
  partnerId: number;
  ids: readonly number[];
  savedBy: string;
  /** Copies of what is ready or published go to review. */
  needsReview: boolean;
}

/**
 * Inserts copies of the partner's items among these ids into the columns of the originals, each with its first version by
 * the actor who saves it; returns the copies, in the order of the originals' ids.
 */
export async function copyItems(
  em: EntityManager,
  now: Date,
  { partnerId, ids, savedBy, needsReview }: Copying,
): Promise<(BoardItem & { source_id: number })[]> {
  return queryRows(
    em,
    { ...BOARD_ITEM, source_id: bigint() },
    `WITH source AS (
       SELECT i.*, row_number() OVER (ORDER BY i.id) AS place FROM content_item i
       WHERE i.id = ANY($3) AND i.partner_id = $2 AND i.settled_at IS NOT NULL
     ), copied AS (
       INSERT INTO content_item (partner_id, kanban_status, sandbox, title, content_type, body, preview, word_count, settled_at, created_at,
                                 updated_at)
       SELECT partner_id, CASE WHEN $5 AND kanban_status IN ('ready', 'published') THEN 'review' ELSE kanban_status END, sandbox, left(title, ${MAX_TITLE - COPY.length}) || '${COPY}', content_type, body, preview,
              word_count, $1, $1, $1
       FROM source ORDER BY place RETURNING *
     ), versions AS (
       INSERT INTO content_item_version (content_item_id, version, title, body, edited_by, created_at)
       SELECT id, version, title, body, $4, $1 FROM copied
     )
     SELECT ${WITHOUT_BODY}, (SELECT id FROM source WHERE place = n) AS source_id
     FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM copied) AS numbered ORDER BY id`,
    [now, partnerId, ids, savedBy, needsReview],
  );
}

/** An item on the board; null when there is none. */
export async function findContentItem(db: Db, id: number): Promise<ContentItemRow | null> {
  return queryMaybeRow(db, contentItemTable, 'SELECT * FROM content_item WHERE id = $1 AND settled_at IS NOT NULL', [
    id,
  ]);
}

/** Like `findContentItem`, with the row locked until the transaction ends. */
export async function lockContentItem(em: EntityManager, id: number): Promise<ContentItemRow | null> {
  return queryMaybeRow(
    em,
    contentItemTable,
    'SELECT * FROM content_item WHERE id = $1 AND settled_at IS NOT NULL FOR NO KEY UPDATE',
    [id],
  );
}

/** An item on the board or in the trash, without its body and with the row locked until the transaction ends; null otherwise. */
export async function lockStoredItem(em: EntityManager, id: number): Promise<BoardItem | null> {
  return queryMaybeRow(
    em,
    BOARD_ITEM,
    `SELECT ${WITHOUT_BODY} FROM content_item WHERE id = $1 AND ${STORED} FOR NO KEY UPDATE`,
    [id],
  );
}

/** An item in a column, without its body. */
export type BoardItem = Omit<ContentItemRow, 'body'>;

/** Columns of an item without its body. */
export const BOARD_ITEM = omit(contentItemTable, 'body');
/** The same in SQL. */
export const WITHOUT_BODY = Object.keys(BOARD_ITEM).join(', ');

/** SQL condition of items that are no drafts. */
const STORED = '(settled_at IS NOT NULL OR deleted_at IS NOT NULL)';

/** An item on the board, without its body; null when there is none. */
export async function findListedItem(db: Db, id: number): Promise<BoardItem | null> {
  return queryMaybeRow(
    db,
    BOARD_ITEM,
    `SELECT ${WITHOUT_BODY} FROM content_item WHERE id = $1 AND settled_at IS NOT NULL`,
    [id],
  );
}

/** An item on the board or in the trash, without its body; null for a draft, and when there is none. */
export async function findStoredItem(db: Db, id: number): Promise<BoardItem | null> {
  return queryMaybeRow(db, BOARD_ITEM, `SELECT ${WITHOUT_BODY} FROM content_item WHERE id = $1 AND ${STORED}`, [id]);
}

/** Number of a partner's items on the board, by the counters. */
export async function countItems(db: Db, partnerId: number): Promise<number> {
  const counted = 'SELECT coalesce(sum(n), 0)::int AS total FROM content_item_count WHERE partner_id = $1';
  return (await queryRow(db, { total: integer() }, counted, [partnerId])).total;
}

/** A page of a partner's items of all columns, newest first. */
export async function selectItems(db: Db, partnerId: number, page: PageRequest): Promise<BoardItem[]> {
  return queryRows(
    db,
    BOARD_ITEM,
    `SELECT ${WITHOUT_BODY} FROM content_item WHERE partner_id = $1 AND settled_at IS NOT NULL ORDER BY id DESC LIMIT $2 OFFSET $3`,
    [partnerId, page.per_page, offsetOf(page)],
  );
}

/** The items among these ids that are on the partner's board, or in its trash. */
export async function findStoredItems(db: Db, partnerId: number, ids: readonly number[]): Promise<BoardItem[]> {
  if (ids.length === 0) return [];
  return queryRows(
    db,
    BOARD_ITEM,
    `SELECT ${WITHOUT_BODY} FROM content_item WHERE id = ANY($2) AND partner_id = $1 AND ${STORED}`,
    [partnerId, ids],
  );
}

/** The partner's items among these ids, in id order and locked until the transaction ends: column, approval and mark. */
export async function lockItems(em: EntityManager, partnerId: number, ids: readonly number[]) {
  return queryRows(
    em,
    pick(contentItemTable, 'id', 'kanban_status', 'version', 'approved_version', 'sandbox'),
    `SELECT id, kanban_status, version, approved_version, sandbox FROM content_item
     WHERE id = ANY($2) AND partner_id = $1 AND settled_at IS NOT NULL ORDER BY id FOR NO KEY UPDATE`,
    [partnerId, ids],
  );
}

/** Stores who approved which version of a locked item; null: nobody. */
export async function saveApproval(
  em: EntityManager,
  now: Date,
  id: number,
  approval: Pick<ContentItemRow, 'approved_version' | 'approved_by' | 'approved_at'>,
): Promise<void> {
  await updateRecords(em, contentItemTable, { id }, { ...approval, updated_at: now });
}

/** A moved item with its previous column. */
export type MovedItem = BoardItem & { previous_status: KanbanStatus };

/** Moves the partner's items among these ids, in id order; returns them. */
export async function updateItemStatuses(
  em: EntityManager,
  now: Date,
  partnerId: number,
  ids: readonly number[],
  status: KanbanStatus,
): Promise<MovedItem[]> {
  return queryRows(
    em,
    {
      ...BOARD_ITEM,
      previous_status: contentItemTable.columns.kanban_status,
    },
    `WITH found AS (
       SELECT id AS found_id, kanban_status AS previous_status FROM content_item
       WHERE id = ANY($3) AND partner_id = $2 AND settled_at IS NOT NULL ORDER BY id FOR NO KEY UPDATE
     ), moved AS (
       UPDATE content_item SET kanban_status = $4, updated_at = $1 FROM found WHERE id = found_id
       RETURNING content_item.*, found.previous_status
     )
     SELECT ${WITHOUT_BODY}, previous_status FROM moved ORDER BY id`,
    [now, partnerId, ids, status],
  );
}

/** Changes who works on a locked item and until when. */
export async function updatePlan(em: EntityManager, now: Date, id: number, plan: ItemPlan): Promise<ContentItemRow> {
  await updateRecords(em, contentItemTable, { id }, { ...plan, updated_at: now });
  const changed = await findContentItem(em, id);
  if (!changed) throw new Error(`Content item ${id} was locked and yet is gone.`);
  return changed;
}

/** Marks the partner's locked items among these ids as changed; returns them in id order. */
export function touchItems(
  em: EntityManager,
  now: Date,
  partnerId: number,
  ids: readonly number[],
): Promise<BoardItem[]> {
  return queryRows(
    em,
    BOARD_ITEM,
    `WITH touched AS (
       UPDATE content_item SET updated_at = $1 WHERE id = ANY($3) AND partner_id = $2 RETURNING *
     )
     SELECT ${WITHOUT_BODY} FROM touched ORDER BY id`,
    [now, partnerId, ids],
  );
}

/** Stores how many threads of comments on an item are not resolved. */
export async function saveOpenComments(em: EntityManager, id: number, count: number): Promise<void> {
  await updateRecords(em, contentItemTable, { id }, { open_comment_count: count });
}

/** New title or text of an item. */
export interface ContentChange {
  title: string;
  body: string;
}

/** An item that was edited. */
export type EditedItem = ContentItemRow & {
  /** The edit took the place of the version before. */
  replaces: boolean;
};

/** Updates a locked item and stores the previous version, up to 100 versions. */
export async function updateItem(
  em: EntityManager,
  now: Date,
  item: ContentItemRow,
  change: ContentChange,
  saved: Pick<Edit, 'editedBy' | 'isAutosave'>,
): Promise<EditedItem> {
  const edited = await queryMaybeRow(
    em,
    contentItemTable,
    `WITH edited AS (
       UPDATE content_item SET title = $3, body = $4, preview = $5, word_count = $6, version = version + 1, updated_at = $1
       WHERE id = $2 RETURNING *
     ) SELECT * FROM edited`,
    [now, item.id, change.title, change.body, previewOf(change.body), countWords(change.body)],
  );
  if (!edited) throw new Error(`Content item ${item.id} was locked and yet is gone.`);
  const replaces = await replaceVersion(em, now, { previous: item, edited, ...saved });
  return { ...edited, replaces };
}
