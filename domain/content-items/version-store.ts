import type { EntityManager } from 'typeorm';
import { findRecord, insertRecord } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listedColumns, listPage, offsetOf, type Page, type PageRequest } from '../kernel/page.ts';
import { type ContentItemRow, type ContentItemVersionRow, contentItemTable, contentItemVersionTable } from './table.ts';

/** Maximum stored versions of an item: the first, from the execution, and the newest. */
const MAX_VERSIONS = 100;

/** What a version copies of its item. */
type VersionedText = Pick<ContentItemRow, 'id' | 'version' | 'title' | 'body'>;

/** What a version needs of an item without its text. */
type VersionedItem = Pick<ContentItemRow, 'id' | 'version' | 'title' | 'execution_id' | 'created_at'>;

/** The actor who saved the present version of an item; null where that is not stored. */
export async function findEditor(
  db: Db,
  { id, version }: Pick<ContentItemRow, 'id' | 'version'>,
): Promise<string | null> {
  const row = await queryMaybeRow(
    db,
    pick(contentItemVersionTable, 'edited_by'),
    'SELECT edited_by FROM content_item_version WHERE content_item_id = $1 AND version = $2',
    [id, version],
  );
  return row?.edited_by ?? null;
}

/** Bytes that a partner's texts take with all their versions, by the counters. */
export async function sumTextBytes(db: Db, partnerId: number): Promise<number> {
  const summed = 'SELECT coalesce(sum(bytes), 0)::bigint AS total FROM content_text_size WHERE partner_id = $1';
  return (await queryRow(db, { total: bigint() }, summed, [partnerId])).total;
}

/** Inserts the present state of an item as a version by the actor who saves it. */
export async function insertVersion(
  em: EntityManager,
  now: Date,
  item: VersionedText,
  editedBy: string,
): Promise<void> {
  await insertRecord(em, contentItemVersionTable, { ...versionOf(item, now), edited_by: editedBy });
}

/**
 * Inserts the new state of an item, the previous one if no version of it is stored, and deletes old versions. The item's row must be
 * locked, so that concurrent changes cannot delete each other's versions.
 */
export async function replaceVersion(
  em: EntityManager,
  now: Date,
  { previous, edited, editedBy }: { previous: ContentItemRow; edited: ContentItemRow; editedBy: string },
): Promise<void> {
  if (previous.version === 1 && !(await hasVersions(em, previous.id)))
    await insertRecord(em, contentItemVersionTable, firstVersionOf(previous));
  await insertVersion(em, now, edited, editedBy);
  await deleteOldVersions(em, edited);
}

async function deleteOldVersions(em: EntityManager, { id, version }: ContentItemRow): Promise<void> {
  if (version <= MAX_VERSIONS) return;
  await execute(em, 'DELETE FROM content_item_version WHERE content_item_id = $1 AND version > 1 AND version <= $2', [
    id,
    version - (MAX_VERSIONS - 1),
  ]);
}

/** The first version of an item that has none stored. Texts of the AI writer were saved without a name until 0.2. */
function firstVersionOf(item: VersionedItem & VersionedText): ContentItemVersionRow {
  const edited_by = item.execution_id === null ? 'ai_writer' : 'execution';
  return { ...versionOf(item, item.created_at), edited_by };
}

function hasVersions(em: EntityManager, id: number): Promise<boolean> {
  return queryExists(em, 'SELECT 1 FROM content_item_version WHERE content_item_id = $1 LIMIT 1', [id]);
}

function versionOf(item: VersionedText, createdAt: Date): Omit<ContentItemVersionRow, 'edited_by'> {
  return { content_item_id: item.id, version: item.version, title: item.title, body: item.body, created_at: createdAt };
}

/** Versions of an item, newest first; an unchanged item has its present state as the only version. Long texts are cut. */
export async function selectVersions(
  db: Db,
  item: VersionedItem,
  page: PageRequest,
): Promise<Page<ContentItemVersionRow>> {
  const found = await listPage(
    db,
    contentItemVersionTable,
    { where: { content_item_id: item.id }, order: { version: 'DESC' } },
    page,
  );
  if (found.total > 0) return found;
  const only = await presentState(db, item, page);
  const isFirst = page.cursor ? page.cursor.before === 0 : offsetOf(page) === 0;
  return { ...found, rows: isFirst ? [only] : [], total: 1 };
}

/** A version of an item; null when there is none. */
export async function findVersion(db: Db, item: VersionedItem, version: number): Promise<ContentItemVersionRow | null> {
  // The number may be greater than the column can hold.
  if (version > item.version) return null;
  const found = await findRecord(db, contentItemVersionTable, { content_item_id: item.id, version });
  return found ?? (version === item.version ? presentState(db, item, { include: 'body' }) : null);
}

/** The present state of an item that has not changed, as its first version. */
async function presentState(
  db: Db,
  item: VersionedItem,
  { include }: Pick<PageRequest, 'include'>,
): Promise<ContentItemVersionRow> {
  const { body } = await queryRow(
    db,
    pick(contentItemTable, 'body'),
    `SELECT ${listedColumns(pick(contentItemTable, 'body'), { include })} FROM content_item WHERE id = $1`,
    [item.id],
  );
  return firstVersionOf({ ...item, body });
}
