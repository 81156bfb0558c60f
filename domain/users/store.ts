import { isUniqueViolation } from '../../infra/database/errors.ts';
import { deleteRecords, findRecord, lockRecord, updateRecords } from '../../infra/database/records.ts';
import { queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { integer, timestamp } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { type Order, orderOf } from '../kernel/sql.ts';
import { type Person, type UserRow, userLinkTable, userTable } from './table.ts';

/** Fields of a new user. */
export type NewUser = Pick<UserRow, 'partner_id' | 'email' | 'name' | 'role' | 'password_hash' | 'external_subject'>;

/** Fields to change; absent ones stay. */
export type UserChanges = {
  [Field in
    | 'name'
    | 'role'
    | 'status'
    | 'password_hash'
    | 'external_subject'
    | 'language'
    | 'time_zone'
    | 'hides_first_steps'
    | 'removed_at']?: UserRow[Field] | undefined;
};

/** Inserts a user who has joined; null when another user has the e-mail address or the external subject. */
export async function insertUser(db: Db, now: Date, user: NewUser): Promise<UserRow | null> {
  return queryMaybeRow(
    db,
    userTable,
    `INSERT INTO app_user (partner_id, email, name, role, password_hash, external_subject, joined_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7) ON CONFLICT DO NOTHING RETURNING *`,
    [user.partner_id, user.email, user.name, user.role, user.password_hash, user.external_subject, now],
  );
}

/** Inserts a user who is invited; null when the partner has one with the e-mail address. */
export function insertInvited(
  db: Db,
  now: Date,
  user: Pick<UserRow, 'partner_id' | 'email' | 'name' | 'role'>,
): Promise<UserRow | null> {
  return queryMaybeRow(
    db,
    userTable,
    `INSERT INTO app_user (partner_id, email, name, role, status, joined_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'disabled', NULL, $5, $5) ON CONFLICT DO NOTHING RETURNING *`,
    [user.partner_id, user.email, user.name, user.role, now],
  );
}

/** A user by number, or null. */
export function findUser(db: Db, id: number): Promise<UserRow | null> {
  return findRecord(db, userTable, { id });
}

/** Whether `u` has joined with the address $1; in the words of the index of addresses, which leaves out who has not. */
export const HAS_ADDRESS = 'u.email = $1 AND u.joined_at IS NOT NULL AND u.removed_at IS NULL';

/** The user with that id or address, if active and of an active partner, or null. */
export async function findActiveUser(db: Db, by: { id: number } | { email: string }): Promise<UserRow | null> {
  const [condition, value] = 'id' in by ? ['u.id = $1', by.id] : [HAS_ADDRESS, by.email];
  return queryMaybeRow(
    db,
    userTable,
    `SELECT u.* FROM app_user u JOIN partner p ON p.id = u.partner_id
     WHERE ${condition} AND u.status = 'active' AND p.status = 'active'`,
    [value],
  );
}

/** Number of a partner's users, with those who are invited and without those who were removed. */
export async function countUsers(db: Db, partnerId: number): Promise<number> {
  const { total } = await queryRow(
    db,
    { total: integer() },
    'SELECT count(*)::int AS total FROM app_user WHERE partner_id = $1 AND removed_at IS NULL',
    [partnerId],
  );
  return total;
}

/** Number of active owners of a partner, besides one user. */
export async function countOtherOwners(db: Db, partnerId: number, userId: number): Promise<number> {
  const { total } = await queryRow(
    db,
    { total: integer() },
    `SELECT count(*)::int AS total FROM app_user
     WHERE partner_id = $1 AND role = 'owner' AND status = 'active' AND id <> $2`,
    [partnerId, userId],
  );
  return total;
}

/** A user by number, locked until the transaction ends, or null. */
export function lockUser(db: Db, id: number): Promise<UserRow | null> {
  return lockRecord(db, userTable, { id });
}

/** A user who was not removed from the team, and cannot be until the transaction ends; null when there is none. */
export function lockMember(db: Db, id: number): Promise<UserRow | null> {
  return queryMaybeRow(db, userTable, 'SELECT * FROM app_user WHERE id = $1 AND removed_at IS NULL FOR SHARE', [id]);
}

const PERSON = { ...userTable.columns, invitation_expires_at: timestamp().nullable() };
const PERSON_SELECTED = 'u.*, l.expires_at AS invitation_expires_at';
const PEOPLE = `app_user u
     LEFT JOIN user_link l ON l.user_id = u.id AND l.kind = 'invitation' AND l.used_at IS NULL`;

/** A partner's people, with those who are invited and without those who were removed, newest first. */
export async function selectPeople(
  db: Db,
  partnerId: number,
  page: PageRequest & Order<'name'>,
): Promise<Page<Person>> {
  return selectPage(
    db,
    {
      columns: PERSON,
      select: PERSON_SELECTED,
      from: PEOPLE,
      where: 'u.partner_id = $1 AND u.removed_at IS NULL',
      values: [partnerId],
      order: orderOf({ created_at: ['u.id'], name: ['lower(u.name)', 'u.id'] }, page),
    },
    page,
  );
}

/** A person who was not removed, by number, or null. */
export function findPerson(db: Db, id: number): Promise<Person | null> {
  return queryMaybeRow(
    db,
    PERSON,
    `SELECT ${PERSON_SELECTED} FROM ${PEOPLE} WHERE u.id = $1 AND u.removed_at IS NULL`,
    [id],
  );
}

/** A partner's users, newest first. */
export function selectUsers(db: Db, partnerId: number, page: PageRequest): Promise<Page<UserRow>> {
  return listPage(db, userTable, { where: { partner_id: partnerId }, order: { id: 'DESC' } }, page);
}

/**
 * Changes a user and raises the version, so that processes see that their cached copy is stale. Who is made active has joined.
 * With the password go open links to reset it. False when another user has the external subject, or the e-mail address; the
 * caller must then roll back.
 */
export async function updateUserRow(db: Db, now: Date, id: number, changes: UserChanges): Promise<boolean> {
  try {
    await updateRecords(
      db,
      userTable,
      { id },
      {
        ...changes,
        ...(changes.status === 'active' && { joined_at: () => 'coalesce(joined_at, updated_at)', removed_at: null }),
        updated_at: now,
        version: () => 'version + 1',
      },
    );
    if (changes.password_hash !== undefined) {
      await deleteRecords(db, userLinkTable, { user_id: id, kind: 'password_reset' });
    }
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
