import type { EntityManager } from 'typeorm';
import { countRecords, deleteRecords } from '../../infra/database/records.ts';
import { execute, pick, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { contentFavoriteTable } from './table.ts';

/** A mark: whose it is, and on which item. */
interface Favorite {
  userId: number;
  itemId: number;
}

/** Number of a person's favourites, what is in the trash included. */
export function countFavorites(db: Db, userId: number): Promise<number> {
  return countRecords(db, contentFavoriteTable, { user_id: userId });
}

/** Whether a person has marked an item. */
export async function isFavorite(db: Db, { userId, itemId }: Favorite): Promise<boolean> {
  return (await selectFavoritesAmong(db, userId, [itemId])).has(itemId);
}

/** The items among these ids that a person has marked. */
export async function selectFavoritesAmong(db: Db, userId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await queryRows(
    db,
    pick(contentFavoriteTable, 'content_item_id'),
    'SELECT content_item_id FROM content_favorite WHERE user_id = $1 AND content_item_id = ANY($2)',
    [userId, ids],
  );
  return new Set(rows.map(({ content_item_id }) => content_item_id));
}

/** Marks an item whose row is locked, and which the person has not marked. */
export function insertFavorite(em: EntityManager, now: Date, { userId, itemId }: Favorite): Promise<void> {
  return execute(em, 'INSERT INTO content_favorite (user_id, content_item_id, created_at) VALUES ($2, $3, $1)', [
    now,
    userId,
    itemId,
  ]);
}

/** Takes a mark back; false when there is none. */
export async function deleteFavorite(em: EntityManager, { userId, itemId }: Favorite): Promise<boolean> {
  return (await deleteRecords(em, contentFavoriteTable, { user_id: userId, content_item_id: itemId })) === 1;
}
