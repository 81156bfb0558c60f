import { hash } from 'node:crypto';
import { execute, pick, queryExists, queryMaybeRow } from '../../infra/database/sql.ts';
import { text } from '../../infra/database/table.ts';
import type { Sealed } from '../../infra/secrets/secret-box.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { type OauthRecordRow, oauthClientTable, oauthRecordTable } from './table.ts';

/** A record for the authorization server to store. */
export interface NewRecord {
  kind: string;
  id: string;
  grantId: string | null;
  uid: string | null;
  userId: number | null;
  clientId: string | null;
  /** Sealed. */
  payload: Sealed;
  expiresAt: Date;
}

/** The stored fields of a record. */
export type StoredRecord = Pick<OauthRecordRow, 'payload' | 'consumed_at'>;

/**
 * Saves a record under the SHA-256 of its id and replaces an earlier one. Each save also deletes two expired records:
 * anybody can begin a sign-in, and the nightly purge alone would let unfinished ones pile up for a day.
 */
export async function saveRecordRow(db: Db, now: Date, record: NewRecord): Promise<void> {
  await execute(
    db,
    `WITH gone AS (
       DELETE FROM oauth_record WHERE id IN (
         SELECT id FROM oauth_record WHERE expires_at < $9 AND NOT (kind = $1 AND key = $2)
         ORDER BY expires_at LIMIT 2 FOR UPDATE SKIP LOCKED
       )
     )
     INSERT INTO oauth_record (kind, key, grant_key, uid_key, user_id, client_id, payload, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (kind, key) DO UPDATE SET grant_key = excluded.grant_key, uid_key = excluded.uid_key,
       user_id = excluded.user_id, client_id = excluded.client_id, payload = excluded.payload,
       expires_at = excluded.expires_at`,
    [
      record.kind,
      digest(record.id),
      record.grantId && digest(record.grantId),
      record.uid && digest(record.uid),
      record.userId,
      record.clientId,
      record.payload,
      record.expiresAt,
      now,
    ],
  );
}

/** A record by its id, expired ones included, or null. */
export function findRecordRow(db: Db, kind: string, id: string): Promise<StoredRecord | null> {
  return queryMaybeRow(
    db,
    pick(oauthRecordTable, 'payload', 'consumed_at'),
    'SELECT payload, consumed_at FROM oauth_record WHERE kind = $1 AND key = $2',
    [kind, digest(id)],
  );
}

/** A record by its uid, or null. */
export function findRecordByUid(db: Db, kind: string, uid: string): Promise<StoredRecord | null> {
  return queryMaybeRow(
    db,
    pick(oauthRecordTable, 'payload', 'consumed_at'),
    'SELECT payload, consumed_at FROM oauth_record WHERE kind = $1 AND uid_key = $2',
    [kind, digest(uid)],
  );
}

/** Marks a record as used; false when it was used before. Of any number of concurrent calls, one gets true. */
export async function consumeRecordRow(db: Db, now: Date, kind: string, id: string): Promise<boolean> {
  return queryExists(
    db,
    `WITH consumed AS (
       UPDATE oauth_record SET consumed_at = $3 WHERE kind = $1 AND key = $2 AND consumed_at IS NULL RETURNING 1
     ) SELECT 1 FROM consumed`,
    [kind, digest(id), now],
  );
}

/** Removes a record. */
export async function deleteRecordRow(db: Db, kind: string, id: string): Promise<void> {
  await execute(db, 'DELETE FROM oauth_record WHERE kind = $1 AND key = $2', [kind, digest(id)]);
}

/** Removes a grant and everything issued under it. Access tokens of the grant are refused from then on. */
export async function deleteGrant(db: Db, grantId: string): Promise<void> {
  await execute(db, "DELETE FROM oauth_record WHERE grant_key = $1 OR (kind = 'Grant' AND key = $1)", [
    digest(grantId),
  ]);
}

/** Removes the records of a kind that were issued under a grant. */
export async function deleteRecordsOfGrant(db: Db, kind: string, grantId: string): Promise<void> {
  await execute(db, 'DELETE FROM oauth_record WHERE grant_key = $1 AND kind = $2', [digest(grantId), kind]);
}

/** Whether a client has a grant of anybody that has not ended. */
export function hasGrant(db: Db, now: Date, clientId: string): Promise<boolean> {
  return queryExists(db, "SELECT 1 FROM oauth_record WHERE client_id = $1 AND kind = 'Grant' AND expires_at > $2", [
    clientId,
    now,
  ]);
}

/** A grant with the client that it was given to. */
export type GrantRecord = Pick<OauthRecordRow, 'id' | 'payload' | 'expires_at' | 'created_at'> & {
  user_id: number;
  client_id: string;
  client_name: string;
};

const GRANT = 'r.id, r.payload, r.expires_at, r.created_at, r.user_id, r.client_id, c.name AS client_name';
const GRANTS = 'oauth_record r JOIN oauth_client c USING (client_id)';
const GRANT_COLUMNS = {
  ...pick(oauthRecordTable, 'id', 'created_at', 'expires_at', 'payload'),
  client_id: oauthClientTable.columns.client_id,
  user_id: oauthRecordTable.columns.user_id.present(),
  client_name: text(),
};

/** A user's grants that have not ended, newest first. */
export async function selectUserGrants(
  db: Db,
  now: Date,
  userId: number,
  page: PageRequest,
): Promise<Page<GrantRecord>> {
  return selectPage(
    db,
    {
      columns: GRANT_COLUMNS,
      select: GRANT,
      from: GRANTS,
      where: "r.user_id = $1 AND r.kind = 'Grant' AND r.expires_at > $2",
      values: [userId, now],
      order: { keys: ['r.id'] },
    },
    page,
  );
}

/** A grant by number that has not ended, or null. */
export async function findGrant(db: Db, now: Date, id: number): Promise<GrantRecord | null> {
  return queryMaybeRow(
    db,
    GRANT_COLUMNS,
    `SELECT ${GRANT} FROM ${GRANTS} WHERE r.id = $1 AND r.kind = 'Grant' AND r.expires_at > $2`,
    [id, now],
  );
}

/** Removes a grant by number and everything issued under it. Access tokens of the grant are refused from then on. */
export async function deleteGrantById(db: Db, id: number): Promise<void> {
  await execute(
    db,
    `WITH named AS (SELECT id, key FROM oauth_record WHERE id = $1 AND kind = 'Grant')
     DELETE FROM oauth_record r USING named WHERE r.id = named.id OR r.grant_key = named.key`,
    [id],
  );
}

/** Removes a user's sessions and grants. */
export async function deleteUserRecords(db: Db, userId: number): Promise<void> {
  await execute(db, 'DELETE FROM oauth_record WHERE user_id = $1', [userId]);
}

/** Removes everything issued to a client. */
export async function deleteClientRecords(db: Db, clientId: string): Promise<void> {
  await execute(db, 'DELETE FROM oauth_record WHERE client_id = $1', [clientId]);
}

/** SHA-256 under which records are stored. Ids are random, so no salt is needed. */
export function digest(id: string): Buffer {
  return hash('sha256', id, 'buffer');
}
