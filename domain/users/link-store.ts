import { isUniqueViolation } from '../../infra/database/errors.ts';
import { deleteRecords, insertRecord } from '../../infra/database/records.ts';
import { executeCount, pick, queryMaybeRow } from '../../infra/database/sql.ts';
import { text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { partnerTable } from '../partners/table.ts';
import { type LinkKind, type UserLinkRow, userLinkTable, userTable } from './table.ts';

/** Inserts the link of a kind for a user; an earlier one that is open stops working. */
export async function replaceLink(
  db: Db,
  now: Date,
  link: { userId: number; kind: LinkKind; invitedBy?: number; secretHash: Buffer; expiresAt: Date },
): Promise<void> {
  const { userId: user_id, kind, invitedBy: invited_by = null, secretHash: secret_hash, expiresAt: expires_at } = link;
  await deleteRecords(db, userLinkTable, { user_id, kind, used_at: null });
  await insertRecord(db, userLinkTable, { user_id, kind, invited_by, secret_hash, expires_at, created_at: now });
}

/** Removes the open links of a user. */
export async function deleteOpenLinks(db: Db, userId: number): Promise<void> {
  await deleteRecords(db, userLinkTable, { user_id: userId, used_at: null });
}

const LINKED = {
  id: userLinkTable.columns.id,
  user_id: userLinkTable.columns.user_id,
  kind: userLinkTable.columns.kind,
  invited_by: userLinkTable.columns.invited_by,
  email: userTable.columns.email,
  name: userTable.columns.name,
  partner_id: userTable.columns.partner_id,
  role: userTable.columns.role,
  partner_name: text(),
};

/** A link that works, with its person; null where none has the secret, or it is used, expired or for nobody any more. */
export function findOpenLink(db: Db, now: Date, secretHash: Buffer) {
  return queryMaybeRow(
    db,
    LINKED,
    `SELECT l.id, l.user_id, l.kind, l.invited_by, u.email, u.name, u.partner_id, u.role, p.name AS partner_name
     FROM user_link l JOIN app_user u ON u.id = l.user_id JOIN partner p ON p.id = u.partner_id
     WHERE l.secret_hash = $1 AND l.used_at IS NULL AND l.expires_at > $2 AND u.removed_at IS NULL
       AND CASE l.kind WHEN 'invitation' THEN u.joined_at IS NULL ELSE u.status = 'active' END
       AND p.status = 'active'`,
    [secretHash, now],
  );
}

/** Marks a link as used; false when it was used, has expired or is gone. Of any number of concurrent calls, one gets true. */
export async function consumeLink(db: Db, now: Date, id: number): Promise<boolean> {
  const text = 'UPDATE user_link SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2';
  return (await executeCount(db, text, [id, now])) === 1;
}

/** Marks the open invitation of a user as used, whichever way the person came; null where there is none. */
export function consumeInvitation(db: Db, now: Date, userId: number): Promise<Pick<UserLinkRow, 'invited_by'> | null> {
  return queryMaybeRow(
    db,
    pick(userLinkTable, 'invited_by'),
    `UPDATE user_link SET used_at = $2
     WHERE user_id = $1 AND kind = 'invitation' AND used_at IS NULL AND expires_at > $2 RETURNING invited_by`,
    [userId, now],
  );
}

/** Lets an invited person in. `taken`: somebody who has joined has the address; the caller must then roll back. */
export async function joinInvited(
  db: Db,
  now: Date,
  userId: number,
  passwordHash: string | null,
): Promise<'joined' | 'taken' | 'gone'> {
  try {
    const count = await executeCount(
      db,
      `UPDATE app_user SET status = 'active', joined_at = $2, password_hash = $3, version = version + 1, updated_at = $2
       WHERE id = $1 AND joined_at IS NULL AND removed_at IS NULL`,
      [userId, now, passwordHash],
    );
    return count === 1 ? 'joined' : 'gone';
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

/** The person who was invited by this address first and may still join, or null. */
export function findInvited(db: Db, now: Date, email: string): Promise<{ id: number; partner_id: number } | null> {
  return queryMaybeRow(
    db,
    { id: userTable.columns.id, partner_id: partnerTable.columns.id },
    `SELECT u.id, u.partner_id FROM app_user u JOIN user_link l ON l.user_id = u.id JOIN partner p ON p.id = u.partner_id
     WHERE u.email = $1 AND u.joined_at IS NULL AND u.removed_at IS NULL AND p.status = 'active'
       AND l.kind = 'invitation' AND l.used_at IS NULL AND l.expires_at > $2
     ORDER BY u.id LIMIT 1`,
    [email, now],
  );
}
