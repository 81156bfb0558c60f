import type { EntityManager } from 'typeorm';
import { deleteRecords, findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listedColumns, listPage, offsetOf, type Page, type PageRequest } from '../kernel/page.ts';
import { type ContentItemRow, type ContentItemVersionRow, contentItemTable, contentItemVersionTable } from './table.ts';
import { isReplaced, surplusVersions } from './version-rules.ts';

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
  autosavedSince: Date | null = null,
): Promise<void> {
  const saved = { edited_by: editedBy, autosaved_since: autosavedSince };
  await insertRecord(em, contentItemVersionTable, { ...versionOf(item, now), ...saved });
}

/** An edit of an item, and what the item was before. */
export interface Edit {
  previous: ContentItemRow;
  edited: ContentItemRow;
  editedBy: string;
  /** Whether it was saved while its actor types. */
  isAutosave: boolean;
}

/**
 * Inserts the new state of an item, the previous one if no version of it is stored, and deletes versions that are not needed any
 * more. The item's row must be locked, so that concurrent changes cannot delete each other's versions. Returns whether it took the
 * place of the version before, as an autosave right after another of the same actor does for ten minutes.
 */
export async function replaceVersion(em: EntityManager, now: Date, edit: Edit): Promise<boolean> {
  const { previous, edited, editedBy, isAutosave } = edit;
  if (previous.version === 1 && !(await hasVersions(em, previous.id)))
    await insertRecord(em, contentItemVersionTable, firstVersionOf(previous));
  const since = isAutosave ? await findAutosave(em, previous, editedBy) : null;
  const replaces = isReplaced(now, since);
  if (replaces)
    await deleteRecords(em, contentItemVersionTable, { content_item_id: previous.id, version: previous.version });
  await insertVersion(em, now, edited, editedBy, isAutosave ? (replaces && since) || now : null);
  // What takes another one's place makes no more of them.
  if (!replaces) await deleteSurplusVersions(em, now, edited);
  return replaces;
}

/** When the actor began to autosave the present version of an item; null: it was not autosaved, or not by the actor. */
async function findAutosave(em: EntityManager, item: ContentItemRow, editedBy: string): Promise<Date | null> {
  const row = await queryMaybeRow(
    em,
    pick(contentItemVersionTable, 'autosaved_since'),
    'SELECT autosaved_since FROM content_item_version WHERE content_item_id = $1 AND version = $2 AND edited_by = $3',
    [item.id, item.version, editedBy],
  );
  return row?.autosaved_since ?? null;
}

/** Keeps the present version of a locked item when its actor types on: somebody refers to it, or wants it as a version. */
export async function keepVersion(em: EntityManager, { id, version }: Pick<ContentItemRow, 'id' | 'version'>) {
  await updateRecords(em, contentItemVersionTable, { content_item_id: id, version }, { autosaved_since: null });
}

async function deleteSurplusVersions(em: EntityManager, now: Date, item: ContentItemRow): Promise<void> {
  const { id, approved_version } = item;
  const stored = await queryRows(
    em,
    pick(contentItemVersionTable, 'version', 'created_at'),
    'SELECT version, created_at FROM content_item_version WHERE content_item_id = $1',
    [id],
  );
  const surplus = surplusVersions(now, stored, new Set([approved_version]));
  if (surplus.length === 0) return;
  await execute(em, 'DELETE FROM content_item_version WHERE content_item_id = $1 AND version = ANY($2)', [id, surplus]);
}

/** The first version of an item that has none stored. Texts of the AI writer were saved without a name until 0.2. */
function firstVersionOf(item: VersionedItem & VersionedText): ContentItemVersionRow {
  const edited_by = item.execution_id === null ? 'ai_writer' : 'execution';
  return { ...versionOf(item, item.created_at), edited_by, autosaved_since: null };
}

function hasVersions(em: EntityManager, id: number): Promise<boolean> {
  return queryExists(em, 'SELECT 1 FROM content_item_version WHERE content_item_id = $1 LIMIT 1', [id]);
}

function versionOf(item: VersionedText, createdAt: Date): Omit<ContentItemVersionRow, 'edited_by' | 'autosaved_since'> {
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
