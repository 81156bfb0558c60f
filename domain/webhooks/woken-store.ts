import { queryRows } from '../../infra/database/sql.ts';
import { bigint, text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { DrainMark } from './drain-store.ts';

/**
 * Takes endpoints that need a drain and have none, round-robin over partners, and marks them with their new drains, so
 * that they count as live while they are queued in this process.
 */
export async function claimWoken(
  db: Db,
  { instance, limit }: { instance: number; limit: number },
): Promise<Pick<DrainMark, 'endpointId' | 'token'>[]> {
  return queryRows(
    db,
    { token: text(), endpointId: bigint() },
    `WITH without_fsync AS (SELECT set_config('synchronous_commit', 'off', true)), asked AS MATERIALIZED (
       SELECT id, woken_at, row_number() OVER (PARTITION BY partner_id ORDER BY woken_at, id) AS turn FROM webhook_endpoint
       WHERE next_due_at IS NOT NULL AND drain_token IS NULL AND woken_at IS NOT NULL AND NOT paused AND deleted_at IS NULL
       ORDER BY turn, woken_at LIMIT $2
     ), locked AS (
       SELECT w.id FROM webhook_endpoint w JOIN asked ON asked.id = w.id
       WHERE w.drain_token IS NULL AND w.woken_at IS NOT NULL FOR NO KEY UPDATE OF w SKIP LOCKED
     ), taken AS (
       UPDATE webhook_endpoint w SET drain_token = gen_random_uuid(), drain_instance = $1, drain_seen_at = clock_timestamp(),
         woken_at = NULL, wake_count = 0
       FROM locked WHERE w.id = locked.id RETURNING w.id, w.drain_token
     )
     SELECT id AS "endpointId", drain_token AS token FROM taken CROSS JOIN without_fsync`,
    [instance, limit],
  );
}
