import type { CommitPart } from '../../infra/database/commit-statement.ts';
import { IdempotencyLockLost } from '../../infra/database/errors.ts';
import { execute, executeCount, pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { boolean, integer, timestamp } from '../../infra/database/table.ts';
import type { Sealed } from '../../infra/secrets/secret-box.ts';
import type { Db } from '../kernel/deps.ts';
import { isLapsed } from '../kernel/sql.ts';
import { type IdempotencyKeyRow, idempotencyKeyTable } from './table.ts';

/** The request that a key belongs to. The same text is another key for another owner, method or path. */
export interface KeyScope {
  /** `partner:<id>`, `user:<id>` or `admin:<id>`. */
  owner: string;
  method: string;
  path: string;
  key: string;
}

/** A key with whether it is locked or expired. */
export type StoredKey = Pick<IdempotencyKeyRow, 'id' | 'fingerprint' | 'lock_token' | 'status' | 'answer'> & {
  /** Whether a live process is working on the request. */
  locked: boolean;
  expired: boolean;
};

/** A lock expires this long after its last renewal. */
const LOCK = "interval '60 seconds'";

interface Lock {
  fingerprint: Buffer;
  /** Names the key of the fingerprint. */
  keyId: Buffer;
  lockToken: string;
}

interface NewKey extends KeyScope, Lock {
  now: Date;
  expiresAt: Date;
}

/** Inserts the locked row; undefined when the key exists already. */
export async function insertLocked(db: Db, key: NewKey): Promise<number | undefined> {
  const rows = await queryRows(
    db,
    pick(idempotencyKeyTable, 'id'),
    `INSERT INTO idempotency_key (owner, method, path, key, fingerprint, lock_token, locked_until, created_at, expires_at, key_id)
     VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + ${LOCK}, $7, $8, $9)
     ON CONFLICT (owner, method, path, key) DO NOTHING RETURNING id`,
    [key.owner, key.method, key.path, key.key, key.fingerprint, key.lockToken, key.now, key.expiresAt, key.keyId],
  );
  return rows[0]?.id;
}

/** The row of a key; null when there is none. */
export function findKey(db: Db, scope: KeyScope, now: Date): Promise<StoredKey | null> {
  return queryMaybeRow(
    db,
    {
      ...pick(idempotencyKeyTable, 'id', 'status', 'answer', 'fingerprint', 'lock_token'),
      locked: boolean(),
      expired: boolean(),
    },
    `SELECT id, fingerprint, lock_token, coalesce(NOT ${isLapsed('locked_until')}, false) AS locked, status, answer,
            expires_at <= $5 AS expired
     FROM idempotency_key WHERE owner = $1 AND method = $2 AND path = $3 AND key = $4`,
    [scope.owner, scope.method, scope.path, scope.key, now],
  );
}

/**
 * Takes over the row of a process that died before it responded, and returns what that process created; undefined when
 * another request was faster. `made_id` is read again here, because a process that was only slow may have committed in
 * the meantime.
 */
export function takeOver(db: Db, id: number, lock: Lock): Promise<TakenKey | undefined> {
  return lockWhere(db, id, lock, `status IS NULL AND ${isLapsed('locked_until')}`);
}

/** The same for the row of a stored refusal, for a request that is answered anew. */
export function reopen(db: Db, id: number, lock: Lock): Promise<TakenKey | undefined> {
  return lockWhere(db, id, lock, 'status = 403');
}

type TakenKey = Pick<IdempotencyKeyRow, 'id' | 'made_id'>;

async function lockWhere(
  db: Db,
  id: number,
  { fingerprint, keyId, lockToken }: Lock,
  condition: string,
): Promise<TakenKey | undefined> {
  const rows = await queryRows(
    db,
    pick(idempotencyKeyTable, 'id', 'made_id'),
    `WITH taken AS (
       UPDATE idempotency_key SET lock_token = $2, locked_until = clock_timestamp() + ${LOCK}, fingerprint = $3, key_id = $4,
         status = NULL, answer = NULL
       WHERE id = $1 AND ${condition} RETURNING id, made_id
     ) SELECT id, made_id FROM taken`,
    [id, lockToken, fingerprint, keyId],
  );
  return rows[0];
}

/** How many fingerprints of live rows were made by another key than this one, and when the last of them expires. */
export async function countOtherFingerprints(
  db: Db,
  now: Date,
  keyId: Buffer,
): Promise<{ count: number; until: Date | null }> {
  return queryRow(
    db,
    { count: integer(), until: timestamp().nullable() },
    `SELECT count(*)::int AS count, max(expires_at) AS until FROM idempotency_key
     WHERE key_id IS DISTINCT FROM $2 AND length(fingerprint) > 0 AND expires_at > $1`,
    [now, keyId],
  );
}

/** Clears the fingerprints of another key, up to a limit: repeats of these requests match whatever their body. Returns how many. */
export function clearOtherFingerprints(db: Db, keyId: Buffer, limit: number): Promise<number> {
  return executeCount(
    db,
    `UPDATE idempotency_key SET fingerprint = '' WHERE id = ANY(ARRAY(
       SELECT id FROM idempotency_key WHERE key_id IS DISTINCT FROM $1 AND length(fingerprint) > 0
       LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))`,
    [keyId, limit],
  );
}

/** Deletes an expired row. */
export async function removeExpired(db: Db, id: number, now: Date): Promise<void> {
  await execute(db, 'DELETE FROM idempotency_key WHERE id = $1 AND expires_at <= $2', [id, now]);
}

/** Renews the lock of a long request; false when the lock was lost. */
export async function renew(db: Db, id: number, lockToken: string): Promise<boolean> {
  const renewed = await executeCount(
    db,
    `UPDATE idempotency_key SET locked_until = clock_timestamp() + ${LOCK} WHERE id = $1 AND lock_token = $2`,
    [id, lockToken],
  );
  return renewed > 0;
}

/** Stores the response for repeats and releases the lock. */
export async function storeResponse(
  db: Db,
  held: { id: number; lockToken: string },
  status: number,
  answer: Sealed,
): Promise<void> {
  await execute(
    db,
    `UPDATE idempotency_key SET status = $3, answer = $4, lock_token = NULL, locked_until = NULL
     WHERE id = $1 AND lock_token = $2`,
    [held.id, held.lockToken, status, answer],
  );
}

/**
 * Deletes the row so that a repeat runs again. A row with a created record is kept: only its lock ends, and a repeat
 * finds the record.
 */
export async function release(db: Db, held: { id: number; lockToken: string }): Promise<void> {
  await execute(
    db,
    `WITH ended AS (
       UPDATE idempotency_key SET locked_until = clock_timestamp()
       WHERE id = $1 AND lock_token = $2 AND made_id IS NOT NULL
     )
     DELETE FROM idempotency_key WHERE id = $1 AND lock_token = $2 AND made_id IS NULL`,
    [held.id, held.lockToken],
  );
}

/** Deletes the row although it had a record, of which nothing is left. */
export async function forget(db: Db, held: { id: number; lockToken: string }): Promise<void> {
  await execute(db, 'DELETE FROM idempotency_key WHERE id = $1 AND lock_token = $2', [held.id, held.lockToken]);
}

/** SQLSTATE that the statement raises when the key's lock is lost. */
const LOCK_LOST = 'MW001';

/** Links the request's key to the created record. */
export const markedPart: CommitPart = {
  parameters: 4,
  sql: (_now, [id, token, type, made]) => `marked AS (
       UPDATE idempotency_key SET made_type = ${type}, made_id = ${made} WHERE id = ${id} AND lock_token = ${token} RETURNING 1
     )`,
  values: ({ idempotency }, { made }) =>
    idempotency && made
      ? [idempotency.rowId, idempotency.lockToken, made.type, String(made.id)]
      : [null, null, null, null],
  results: ([id]) => ({
    marked: `${id}::bigint IS NULL OR EXISTS (SELECT FROM marked) OR refuse('${LOCK_LOST}', '')`,
  }),
  refusal: (code) => (code === LOCK_LOST ? new IdempotencyLockLost() : undefined),
};
