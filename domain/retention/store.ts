import { execute, queryRow } from '../../infra/database/sql.ts';
import { integer, type RetainedTable } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';

/** Rows deleted by one statement; small enough to stay far below the statement time-out. */
export const BATCH_SIZE = 5_000;

/** Settles rows of other tables that need the expired rows, with the statements that those tables declare. */
export async function runBeforeDelete(db: Db, { beforeDelete }: RetainedTable, now: Date, before: Date): Promise<void> {
  for (const sql of beforeDelete) await execute(db, sql, [now, before]);
}

/**
 * Deletes one batch of expired rows, also of tables whose rows may be deleted by retention only; fewer than a batch means none is left. Uses an array of keys, because for a join
 * with a batch PostgreSQL reads the whole table.
 */
export async function deleteBatch(
  db: Db,
  { name, since, key = 'id', condition }: RetainedTable,
  before: Date,
): Promise<number> {
  const { deleted } = await queryRow(
    db,
    { deleted: integer() },
    `WITH mark AS MATERIALIZED (
       SELECT set_config('marketwright.retention', $2, true)
     ), past AS (
       SELECT ${key} FROM ${name} WHERE ${since} < $1${condition ? ` AND ${condition}` : ''} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
     ), gone AS (
       DELETE FROM ${name} WHERE ${key} = ANY(ARRAY(SELECT ${key} FROM past)) RETURNING 1
     )
     SELECT count(*)::int AS deleted FROM gone WHERE EXISTS (SELECT FROM mark)`,
    [before, name],
  );
  return deleted;
}
