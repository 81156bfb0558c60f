import { isUniqueViolation } from '../../infra/database/errors.ts';
import { countRecords, findRecord, updateRecords } from '../../infra/database/records.ts';
import { queryMaybeRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { type UserRow, userTable } from './table.ts';

/** Fields of a new user. */
export type NewUser = Pick<UserRow, 'partner_id' | 'email' | 'name' | 'role' | 'password_hash' | 'external_subject'>;

/** Fields to change; absent ones stay. */
export type UserChanges = {
  [Field in 'name' | 'role' | 'status' | 'password_hash' | 'external_subject' | 'language' | 'time_zone']?:
    | UserRow[Field]
    | undefined;
};

/** Inserts a user; null when another user has the e-mail address or the external subject. */
export async function insertUser(db: Db, now: Date, user: NewUser): Promise<UserRow | null> {
  return queryMaybeRow(
    db,
    userTable,
    `INSERT INTO app_user (partner_id, email, name, role, password_hash, external_subject, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT DO NOTHING RETURNING *`,
    [user.partner_id, user.email, user.name, user.role, user.password_hash, user.external_subject, now],
  );
}

/** A user by number, or null. */
export function findUser(db: Db, id: number): Promise<UserRow | null> {
  return findRecord(db, userTable, { id });
}

/** The user with that id or address, if active and of an active partner, or null. */
export async function findActiveUser(db: Db, by: { id: number } | { email: string }): Promise<UserRow | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['email', by.email];
  return queryMaybeRow(
    db,
    userTable,
    `SELECT u.* FROM app_user u JOIN partner p ON p.id = u.partner_id
     WHERE u.${column} = $1 AND u.status = 'active' AND p.status = 'active'`,
    [value],
  );
}

/** Number of a partner's users. */
export function countUsers(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, userTable, { partner_id: partnerId });
}

/** A partner's users, newest first. */
export function selectUsers(db: Db, partnerId: number, page: PageRequest): Promise<Page<UserRow>> {
  return listPage(db, userTable, { where: { partner_id: partnerId }, order: { id: 'DESC' } }, page);
}

/**
 * Changes a user and raises the version, so that processes see that their cached copy is stale. False when another user
 * has the external subject; the caller must then roll back.
 */
export async function updateUserRow(db: Db, now: Date, id: number, changes: UserChanges): Promise<boolean> {
  try {
    await updateRecords(db, userTable, { id }, { ...changes, updated_at: now, version: () => 'version + 1' });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
