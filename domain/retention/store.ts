import type { Db } from '../kernel/deps.ts';

/** Tables that grow and are cleaned. */
export type Retained =
  | 'execution_event'
  | 'platform_event'
  | 'audit_log'
  | 'idempotency_key'
  | 'rate_counter'
  | 'outbox'
  | 'webhook_delivery'
  | 'seo_job'
  | 'oauth_record'
  | 'oauth_client'
  | 'mcp_change'
  | 'mcp_session'
  | 'listing_watch';

/** Rows deleted by one statement; short enough to stay far below the statement time-out. */
export const LOT = 5_000;

/** Which rows are past their time, given the moment as $1; each condition on a table that grows with requests has an index. */
const PAST: Record<Retained, { key: string; condition: string }> = {
  execution_event: { key: 'id', condition: 'created_at < $1' },
  platform_event: { key: 'id', condition: 'occurred_at < $1' },
  audit_log: { key: 'id', condition: 'created_at < $1' },
  idempotency_key: { key: 'id', condition: 'expires_at < $1' },
  rate_counter: { key: 'key', condition: 'window_ends_at < $1' },
  outbox: { key: 'id', condition: 'parked_at < $1' },
  webhook_delivery: { key: 'id', condition: "created_at < $1 AND status <> 'pending'" },
  seo_job: { key: 'id', condition: 'completed_at < $1' },
  oauth_record: { key: 'id', condition: 'expires_at < $1' },
  // Numbered for each partner.
  mcp_change: { key: 'ctid', condition: 'created_at < $1' },
  // Ended or not; its calls go with it.
  mcp_session: { key: 'id', condition: 'last_seen_at < $1' },
  // Clients that registered themselves and to which nobody consents any more.
  oauth_client: {
    key: 'id',
    condition: `partner_id IS NULL AND created_at < $1
      AND NOT EXISTS (SELECT FROM oauth_record r WHERE r.client_id = oauth_client.client_id)`,
  },
  // Of partners who have not had the listing scored since.
  listing_watch: {
    key: 'ctid',
    condition: `created_at < $1 AND NOT EXISTS (
      SELECT 1 FROM seo_job j WHERE j.partner_id = listing_watch.partner_id AND j.listing_id = listing_watch.listing_id
        AND j.status = 'completed' AND j.completed_at >= $1)`,
  },
};

/** Deletes one lot of rows; fewer than a lot means none is left. */
export async function deleteLot(db: Db, table: Retained, before: Date): Promise<number> {
  const { key, condition } = PAST[table];
  const rows: { deleted: number }[] = await db.query(
    `WITH past AS (
       SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${LOT} FOR UPDATE SKIP LOCKED
     ), gone AS (
       DELETE FROM ${table} USING past WHERE ${table}.${key} = past.${key} RETURNING 1
     )
     SELECT count(*)::int AS deleted FROM gone`,
    [before],
  );
  return rows[0]?.deleted ?? 0;
}
