import { executeCount, queryRows } from '../../infra/database/sql.ts';
import { bigint, type SealedColumn, sealed } from '../../infra/database/table.ts';
import type { Sealed } from '../../infra/secrets/secret-box.ts';
import type { Db } from '../kernel/deps.ts';

/** Most rows of a batch. */
const BATCH_ROWS = 200;
/** Bytes of a batch; a longer value is a batch of its own. The longest are the stored answers, with 1 MiB. */
const BATCH_BYTES = 4_194_304;
/** Nonce and tag, at the beginning of what is encrypted: no two values have the same. */
const HEAD_BYTES = 28;

/** An encrypted value, and the row that it stands in. */
export interface SealedValue {
  id: number;
  value: Sealed;
}

/** The next encrypted values of a column, in the order of the key; none when there are no more. Empty ones were erased. */
export function selectSealed(db: Db, { table, key, column }: SealedColumn, afterId: number): Promise<SealedValue[]> {
  return queryRows(
    db,
    { id: bigint(), value: sealed() },
    `SELECT id, value FROM (
       SELECT id, value, sum(octet_length(value)) OVER (ORDER BY id) - octet_length(value) AS before FROM (
         SELECT ${key} AS id, ${column} AS value FROM ${table} WHERE ${key} > $1 AND ${column} IS NOT NULL AND ${column} <> ''
         ORDER BY ${key} LIMIT ${BATCH_ROWS}) AS next
     ) AS batch WHERE before < ${BATCH_BYTES} ORDER BY id`,
    [afterId],
  );
}

/** A value, and the same text encrypted again. */
export interface Resealed extends SealedValue {
  resealed: Sealed;
}

/**
 * Replaces values that nobody has changed meanwhile; returns how many. Waits for no lock: a row that is locked keeps its
 * value, and so does one that was changed.
 */
export function replaceSealed(
  db: Db,
  { table, key, column }: SealedColumn,
  values: readonly Resealed[],
): Promise<number> {
  return executeCount(
    db,
    `WITH given AS (
       SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) AS given (id, head, resealed)
     ), free AS MATERIALIZED (
       SELECT t.${key} AS id, given.resealed FROM ${table} t JOIN given ON given.id = t.${key}
       WHERE t.${key} = ANY($1::bigint[]) AND substring(t.${column} FROM 1 FOR ${HEAD_BYTES}) = given.head
       ORDER BY t.${key} FOR NO KEY UPDATE OF t SKIP LOCKED
     )
     UPDATE ${table} t SET ${column} = free.resealed FROM free WHERE t.${key} = free.id AND t.${key} = ANY($1::bigint[])`,
    [
      values.map(({ id }) => id),
      values.map(({ value }) => value.subarray(0, HEAD_BYTES)),
      values.map(({ resealed }) => resealed),
    ],
  );
}
