import type { EntityManager } from 'typeorm';
import { countRecords, deleteRecords, findRecord, lockRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, queryRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { type SavedFilterRow, savedFilterTable } from './table.ts';

/** Number of a person's saved filters. */
export function countSavedFilters(db: Db, userId: number): Promise<number> {
  return countRecords(db, savedFilterTable, { user_id: userId });
}

/** A saved filter; null when there is none. */
export function findSavedFilter(db: Db, id: number): Promise<SavedFilterRow | null> {
  return findRecord(db, savedFilterTable, { id });
}

/** A saved filter, locked until the transaction ends; null when there is none. */
export function lockSavedFilter(em: EntityManager, id: number): Promise<SavedFilterRow | null> {
  return lockRecord(em, savedFilterTable, { id });
}

/** A person's saved filters, by name; of one list where a view is given. */
export function selectSavedFilters(
  db: Db,
  userId: number,
  { view, ...page }: PageRequest & { view?: string | undefined },
): Promise<Page<SavedFilterRow>> {
  const where = { user_id: userId, ...(view !== undefined && { view }) };
  return listPage(db, savedFilterTable, { where, order: { name: 'ASC', id: 'ASC' } }, page);
}

/** Inserts a saved filter. */
export function insertSavedFilter(
  em: EntityManager,
  now: Date,
  { user_id, name, view, query, is_default }: Omit<SavedFilterRow, 'id' | 'created_at' | 'updated_at'>,
): Promise<SavedFilterRow> {
  return queryRow(
    em,
    savedFilterTable,
    `INSERT INTO saved_filter (user_id, name, view, query, is_default, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, $1, $1) RETURNING *`,
    [now, user_id, name, view, JSON.stringify(query), is_default],
  );
}

/** Changes a saved filter; absent values stay. False when it does not exist. */
export async function updateSavedFilterRow(
  em: EntityManager,
  now: Date,
  id: number,
  changes: { [Name in 'name' | 'query' | 'is_default']?: SavedFilterRow[Name] | undefined },
): Promise<boolean> {
  return (await updateRecords(em, savedFilterTable, { id }, { ...changes, updated_at: now })) === 1;
}

/** Has a person's list open without a filter; the limits of the partner must be locked. */
export function clearDefault(em: EntityManager, userId: number, view: string): Promise<void> {
  return execute(em, 'UPDATE saved_filter SET is_default = false WHERE user_id = $1 AND view = $2 AND is_default', [
    userId,
    view,
  ]);
}

/** Deletes a saved filter; false when it did not exist. */
export async function deleteSavedFilterRow(em: EntityManager, id: number): Promise<boolean> {
  return (await deleteRecords(em, savedFilterTable, { id })) === 1;
}
