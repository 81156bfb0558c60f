import { findRecord, insertRecord, listRecords, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { Migration } from './migration.ts';
import {
  type AgentBatchMigrationRow,
  agentBatchMigrationItemTable,
  agentBatchMigrationTable,
  type BatchMigration,
} from './table.ts';

/** Identifies a batch. Ids recur after a database restore, so `rowKey` identifies the row. */
export interface BatchReference {
  batchId: number;
  rowKey: string;
}

/** Values of a new batch. */
export type NewBatch = Pick<AgentBatchMigrationRow, 'row_key' | 'partner_id' | 'dry_run' | 'actor'>;

/** Inserts a batch for these agents, or for all of the partner's agents. */
export async function insertBatch(
  db: Db,
  now: Date,
  batch: NewBatch,
  agentIds: readonly number[] | null,
): Promise<BatchMigration> {
  const added = await insertRecord(db, agentBatchMigrationTable, { ...batch, created_at: now, updated_at: now });
  const items = await queryRows(
    db,
    agentBatchMigrationItemTable,
    `WITH added AS (
       INSERT INTO agent_batch_migration_item (batch_id, agent_id)
       SELECT $1, id FROM agent WHERE partner_id = $2 AND ($3::bigint[] IS NULL OR id = ANY($3)) RETURNING *
     ) SELECT * FROM added ORDER BY agent_id`,
    [added.id, batch.partner_id, agentIds],
  );
  return { batch: added, items };
}

/** A batch with its agents, ordered by id; null when there is none. */
export async function findBatch(db: Db, id: number): Promise<BatchMigration | null> {
  const batch = await findRecord(db, agentBatchMigrationTable, { id });
  if (!batch) return null;
  const items = await listRecords(db, agentBatchMigrationItemTable, { batch_id: id }, { order: { agent_id: 'ASC' } });
  return { batch, items };
}

/** A running batch with its row locked until the transaction ends; null when it has ended or the row has another key. */
export async function lockRunningBatch(
  db: Db,
  { batchId, rowKey }: BatchReference,
): Promise<AgentBatchMigrationRow | null> {
  return queryMaybeRow(
    db,
    agentBatchMigrationTable,
    `SELECT * FROM agent_batch_migration WHERE id = $1 AND row_key = $2 AND status = 'running' FOR NO KEY UPDATE`,
    [batchId, rowKey],
  );
}

/** The next pending agent of a batch; null when there is none. */
export async function findPendingAgent(db: Db, batchId: number): Promise<number | null> {
  const next = await queryMaybeRow(
    db,
    pick(agentBatchMigrationItemTable, 'agent_id'),
    `SELECT agent_id FROM agent_batch_migration_item WHERE batch_id = $1 AND status = 'pending' ORDER BY agent_id LIMIT 1`,
    [batchId],
  );
  return next?.agent_id ?? null;
}

/** Records the result for an agent of a batch whose row is locked; with an error message the agent has failed. */
export async function finishItem(
  db: Db,
  now: Date,
  batchId: number,
  outcome: Migration | { agent_id: number; error: string },
): Promise<void> {
  const values =
    'error' in outcome
      ? ['failed', null, null, [], outcome.error]
      : [outcome.changed ? 'migrated' : 'unchanged', outcome.from_version, outcome.to_version, outcome.changes, null];
  const [status, from, to, changes, error] = values;
  await execute(
    db,
    `UPDATE agent_batch_migration_item SET status = $4, from_version = $5, to_version = $6, changes = $7, error = $8, completed_at = $1
     WHERE batch_id = $2 AND agent_id = $3 AND status = 'pending'`,
    [now, batchId, outcome.agent_id, status, from, to, JSON.stringify(changes), error],
  );
  await execute(db, 'UPDATE agent_batch_migration SET updated_at = $1 WHERE id = $2', [now, batchId]);
}

/** Ends a batch whose row is locked. */
export async function endBatch(db: Db, now: Date, id: number, status: 'completed' | 'failed'): Promise<void> {
  await updateRecords(db, agentBatchMigrationTable, { id }, { status, completed_at: now, updated_at: now });
}

/** Number of agents of a batch, in total and finished. */
export function countItems(db: Db, batchId: number): Promise<{ total: number; finished: number }> {
  return queryRow(
    db,
    { total: integer(), finished: integer() },
    `SELECT count(*)::int AS total, (count(*) FILTER (WHERE status <> 'pending'))::int AS finished
     FROM agent_batch_migration_item WHERE batch_id = $1`,
    [batchId],
  );
}
