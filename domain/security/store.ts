import { isUniqueViolation } from '../../infra/database/errors.ts';
import {
  countRecords,
  deleteRecords,
  findRecord,
  insertRecord,
  listRecords,
  lockRecord,
  updateRecords,
} from '../../infra/database/records.ts';
import { execute, executeCount, queryExists, queryMaybeRow } from '../../infra/database/sql.ts';
import type { Sealed } from '../../infra/secrets/secret-box.ts';
import type { Db } from '../kernel/deps.ts';
import { type PasskeyRow, passkeyTable, recoveryCodeTable, type TotpFactorRow, totpFactorTable } from './table.ts';

/** A person's app for one-time codes, confirmed or not, or null. */
export function findTotp(db: Db, userId: number): Promise<TotpFactorRow | null> {
  return findRecord(db, totpFactorTable, { user_id: userId });
}

/** Begins an enrolment and replaces an earlier one; false when the person has a confirmed app. */
export async function saveTotp(db: Db, now: Date, userId: number, secret: Sealed): Promise<boolean> {
  return queryExists(
    db,
    `WITH saved AS (
       INSERT INTO totp_factor (user_id, secret, created_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = NULL
       WHERE totp_factor.confirmed_at IS NULL RETURNING 1
     ) SELECT 1 FROM saved`,
    [userId, secret, now],
  );
}

/** Ends an enrolment with the step of its first code; false when it is not open any more. */
export async function confirmTotpRow(db: Db, now: Date, factor: TotpFactorRow, timeStep: number): Promise<boolean> {
  const changed = await executeCount(
    db,
    'UPDATE totp_factor SET confirmed_at = $2, last_step = $3 WHERE id = $1 AND confirmed_at IS NULL AND secret = $4',
    [factor.id, now, timeStep, factor.secret],
  );
  return changed > 0;
}

/** Uses up the code of a step; of any number of concurrent calls, one gets true. */
export async function consumeTotpStep(db: Db, id: number, timeStep: number): Promise<boolean> {
  const changed = await executeCount(
    db,
    `UPDATE totp_factor SET last_step = $2
     WHERE id = $1 AND confirmed_at IS NOT NULL AND (last_step IS NULL OR last_step < $2)`,
    [id, timeStep],
  );
  return changed > 0;
}

/** Removes a person's app for one-time codes; false when there is none. */
export async function deleteTotp(db: Db, userId: number): Promise<boolean> {
  return (await deleteRecords(db, totpFactorTable, { user_id: userId })) > 0;
}

/** Replaces a person's recovery codes by those with these hashes. */
export async function replaceRecoveryCodes(db: Db, now: Date, userId: number, hashes: Buffer[]): Promise<void> {
  await execute(db, 'DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  await execute(
    db,
    `INSERT INTO recovery_code (user_id, code_hash, created_at) SELECT $1, hash, $3 FROM unnest($2::bytea[]) AS hash`,
    [userId, hashes, now],
  );
}

/** Removes a person's recovery codes. */
export async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await deleteRecords(db, recoveryCodeTable, { user_id: userId });
}

/** Uses up a recovery code; of any number of concurrent calls, one gets true. */
export async function consumeRecoveryCode(db: Db, now: Date, userId: number, hash: Buffer): Promise<boolean> {
  const changed = await executeCount(
    db,
    'UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hash, now],
  );
  return changed > 0;
}

/** Recovery codes that a person has not used. */
export function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return countRecords(db, recoveryCodeTable, { user_id: userId, used_at: null });
}

/** A person's passkeys, oldest first. */
export function selectPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return listRecords(db, passkeyTable, { user_id: userId }, { order: { id: 'ASC' } });
}

/** A passkey by number, or null. */
export function findPasskey(db: Db, id: number): Promise<PasskeyRow | null> {
  return findRecord(db, passkeyTable, { id });
}

/** A passkey by number, locked until the transaction ends, or null. */
export function lockPasskey(db: Db, id: number): Promise<PasskeyRow | null> {
  return lockRecord(db, passkeyTable, { id });
}

/** The passkey with this credential id, or null. */
export function findPasskeyByCredential(db: Db, credentialId: Buffer): Promise<PasskeyRow | null> {
  return queryMaybeRow(db, passkeyTable, 'SELECT * FROM passkey WHERE credential_id = $1', [credentialId]);
}

/** Adds a passkey. */
export async function insertPasskey(
  db: Db,
  passkey: Omit<PasskeyRow, 'id' | 'last_used_at'>,
): Promise<PasskeyRow | 'taken'> {
  try {
    return await insertRecord(db, passkeyTable, passkey);
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

/** Renames a passkey. */
export async function renamePasskeyRow(db: Db, id: number, name: string): Promise<void> {
  await updateRecords(db, passkeyTable, { id }, { name });
}

/**
 * Records the use of a passkey. False where its counter has not grown although it counts: then there is a copy of it, or
 * the same assertion came twice.
 */
export async function recordPasskeyUse(db: Db, now: Date, id: number, counter: number): Promise<boolean> {
  const changed = await executeCount(
    db,
    `UPDATE passkey SET counter = $2, last_used_at = $3
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
    [id, counter, now],
  );
  return changed > 0;
}

/** Removes a passkey; false when there is none. */
export async function deletePasskey(db: Db, id: number): Promise<boolean> {
  return (await deleteRecords(db, passkeyTable, { id })) === 1;
}

/** Removes all passkeys of a person; returns how many there were. */
export function deletePasskeys(db: Db, userId: number): Promise<number> {
  return deleteRecords(db, passkeyTable, { user_id: userId });
}
