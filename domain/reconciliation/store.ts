import { execute, pick, type Queryable, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { countsOf, type Finding, merge } from './rules.ts';
import { type ReconciliationRunRow, reconciliationRunTable } from './table.ts';

/** Allows the statements of this transaction ten minutes: a comparison reads all rows of a slice, and locks none. */
export function allowLongReads(db: Queryable): Promise<void> {
  return execute(db, `SET LOCAL statement_timeout = '10min'`);
}

/** Inserts a run; returns its id. */
export async function insertRun(db: Queryable, now: Date): Promise<number> {
  const { id } = await queryRow(
    db,
    pick(reconciliationRunTable, 'id'),
    `INSERT INTO reconciliation_run (started_at, found) VALUES ($1, '[]') RETURNING id`,
    [now],
  );
  return id;
}

/** Rows kept of each comparison of a run. */
const ROWS_KEPT = 20;

/** Adds what a slice has shown to its run; nothing where the slice was added before. Without a last partner the run is complete. */
export async function addSlice(
  db: Queryable,
  now: Date,
  {
    runId,
    afterPartnerId,
    lastPartnerId,
    found,
  }: {
    runId: number;
    afterPartnerId: number;
    lastPartnerId: number | null;
    found: readonly Finding[];
  },
): Promise<void> {
  const run = await queryMaybeRow(
    db,
    pick(reconciliationRunTable, 'found'),
    `SELECT found FROM reconciliation_run WHERE id = $1 AND last_partner_id = $2 AND completed_at IS NULL FOR UPDATE`,
    [runId, afterPartnerId],
  );
  if (!run) return;
  const all = merge(run.found, found, ROWS_KEPT);
  const { differences, pending } = countsOf(all);
  await execute(
    db,
    `UPDATE reconciliation_run SET found = $2, differences = $3, pending = $4, last_partner_id = coalesce($5, last_partner_id),
       completed_at = CASE WHEN $5::bigint IS NULL THEN $6::timestamptz END WHERE id = $1`,
    [runId, JSON.stringify(all), differences, pending, lastPartnerId, now],
  );
}

/** The last complete run; null before the first one. */
export function findLastRun(db: Queryable): Promise<ReconciliationRunRow | null> {
  return queryMaybeRow(
    db,
    reconciliationRunTable,
    'SELECT * FROM reconciliation_run WHERE completed_at IS NOT NULL ORDER BY started_at DESC LIMIT 1',
  );
}
