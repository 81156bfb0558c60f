import type { EntityManager } from 'typeorm';
import { countRecords, deleteRecords, findRecord, lockRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, placeholders } from '../kernel/sql.ts';
import { type ContentTagRow, type CountedTag, contentItemTagTable, contentTagTable, MAX_COUNTED } from './table.ts';
import { tagKey } from './tag-names.ts';

const COUNTED = { ...contentTagTable.columns, content_item_count: integer() };
const WITH_COUNT = `content_tag.*, (SELECT count(*)::int FROM
  (SELECT FROM content_item_tag t WHERE t.content_tag_id = content_tag.id LIMIT ${MAX_COUNTED}) AS few) AS content_item_count`;

/** Number of a partner's tags. */
export function countTags(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, contentTagTable, { partner_id: partnerId });
}

/** A tag with its number of items; null when there is none. */
export function findCountedTag(db: Db, id: number): Promise<CountedTag | null> {
  return queryMaybeRow(db, COUNTED, `SELECT ${WITH_COUNT} FROM content_tag WHERE id = $1`, [id]);
}

/** A partner's tag by its name; null when there is none. */
export function findTagByName(db: Db, partnerId: number, name: string): Promise<ContentTagRow | null> {
  return findRecord(db, contentTagTable, { partner_id: partnerId, name_key: tagKey(name) });
}

/** Locks a tag until the transaction ends; null when there is none. */
export function lockTag(em: EntityManager, id: number): Promise<ContentTagRow | null> {
  return lockRecord(em, contentTagTable, { id });
}

/** A page of a partner's tags by name; `q` are words of it, the last of which may be a beginning. */
export function selectTagPage(
  db: Db,
  partnerId: number,
  { q, ...page }: PageRequest & { q?: string | undefined },
): Promise<Page<CountedTag>> {
  const values: unknown[] = [partnerId];
  const words = placeholders(values)(q);
  const where = allOf(['partner_id = $1', words && `search_words(partner_id, name) @@ search_query($1, ${words})`]);
  return selectPage(
    db,
    {
      columns: COUNTED,
      select: WITH_COUNT,
      from: 'content_tag',
      where,
      values,
      order: { keys: ['name_key', 'id'], isAscending: true },
    },
    page,
  );
}

/** The partner's tags with these keys. */
export function selectTagsByKey(db: Db, partnerId: number, keys: readonly string[]) {
  return queryRows(
    db,
    pick(contentTagTable, 'id', 'name_key'),
    'SELECT id, name_key FROM content_tag WHERE partner_id = $1 AND name_key = ANY($2)',
    [partnerId, keys],
  );
}

/** Inserts tags of a partner that has none of these names, while its limits are locked; returns their ids. */
export async function insertTags(
  em: EntityManager,
  now: Date,
  partnerId: number,
  names: readonly string[],
): Promise<number[]> {
  const rows = await queryRows(
    em,
    pick(contentTagTable, 'id'),
    `INSERT INTO content_tag (partner_id, name, name_key, created_at, updated_at)
     SELECT $2, name, key, $1, $1 FROM unnest($3::text[], $4::text[]) AS given (name, key) RETURNING id`,
    [now, partnerId, names, names.map(tagKey)],
  );
  return rows.map(({ id }) => id);
}

/** Renames a locked tag. */
export async function renameTagRow(em: EntityManager, now: Date, id: number, name: string): Promise<void> {
  await updateRecords(em, contentTagTable, { id }, { name, name_key: tagKey(name), updated_at: now });
}

/** Deletes a tag and takes it from all items; false when there was none. */
export async function deleteTagRow(em: EntityManager, id: number): Promise<boolean> {
  return (await deleteRecords(em, contentTagTable, { id })) === 1;
}

/** Whether an item of production has the tag. */
export async function isOnProduction(
  db: Db,
  { id, partner_id }: Pick<ContentTagRow, 'id' | 'partner_id'>,
): Promise<boolean> {
  const found = await queryMaybeRow(
    db,
    pick(contentItemTagTable, 'content_item_id'),
    `SELECT t.content_item_id FROM content_item_tag t JOIN content_item i ON i.id = t.content_item_id
     WHERE t.content_tag_id = $1 AND i.partner_id = $2 AND NOT i.sandbox LIMIT 1`,
    [id, partner_id],
  );
  return found !== null;
}

/** Names of the tags of the partner's items among these ids, in their order. */
export function selectTagsOf(db: Db, partnerId: number, ids: readonly number[]) {
  return queryRows(
    db,
    { ...contentItemTagTable.columns, name: contentTagTable.columns.name },
    `SELECT t.content_item_id, t.content_tag_id, content_tag.name
     FROM content_item_tag t JOIN content_tag ON content_tag.id = t.content_tag_id
     WHERE t.content_item_id = ANY($2) AND content_tag.partner_id = $1 ORDER BY content_tag.name_key`,
    [partnerId, ids],
  );
}

/** Puts tags on locked items; those that have one keep it. Returns the items that have got any. */
export async function addItemTags(
  em: EntityManager,
  ids: readonly number[],
  tagIds: readonly number[],
): Promise<Set<number>> {
  const rows = await queryRows(
    em,
    pick(contentItemTagTable, 'content_item_id'),
    `INSERT INTO content_item_tag (content_item_id, content_tag_id)
     SELECT item, tag FROM unnest($1::bigint[]) AS item CROSS JOIN unnest($2::bigint[]) AS tag
     ON CONFLICT DO NOTHING RETURNING content_item_id`,
    [ids, tagIds],
  );
  return new Set(rows.map(({ content_item_id }) => content_item_id));
}

/** Takes tags from locked items; returns the items that had any. */
export async function deleteItemTags(
  em: EntityManager,
  ids: readonly number[],
  tagIds: readonly number[],
): Promise<Set<number>> {
  const rows = await queryRows(
    em,
    pick(contentItemTagTable, 'content_item_id'),
    `WITH taken AS (
       DELETE FROM content_item_tag WHERE content_item_id = ANY($1) AND content_tag_id = ANY($2) RETURNING content_item_id
     ) SELECT content_item_id FROM taken`,
    [ids, tagIds],
  );
  return new Set(rows.map(({ content_item_id }) => content_item_id));
}

/** One of the items that has more than so many tags; null when none has. */
export async function findOvertagged(db: Db, ids: readonly number[], most: number): Promise<number | null> {
  const found = await queryMaybeRow(
    db,
    pick(contentItemTagTable, 'content_item_id'),
    `SELECT content_item_id FROM content_item_tag WHERE content_item_id = ANY($1)
     GROUP BY content_item_id HAVING count(*) > $2 ORDER BY content_item_id LIMIT 1`,
    [ids, most],
  );
  return found?.content_item_id ?? null;
}

/** Gives copies of a partner's items the tags of their originals. */
export function copyTags(
  em: EntityManager,
  partnerId: number,
  copies: readonly { fromId: number; toId: number }[],
): Promise<void> {
  return execute(
    em,
    `INSERT INTO content_item_tag (content_item_id, content_tag_id)
     SELECT c."toId", t.content_tag_id
     FROM jsonb_to_recordset($2) AS c("fromId" bigint, "toId" bigint) JOIN content_item_tag t ON t.content_item_id = c."fromId"
     JOIN content_tag ON content_tag.id = t.content_tag_id
     WHERE content_tag.partner_id = $1`,
    [partnerId, JSON.stringify(copies)],
  );
}
