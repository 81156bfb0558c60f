import type { EntityManager } from 'typeorm';
import type { WebhookEndpointRow, WrittenEvent } from './types.ts';

/**
 * Adds a delivery for each endpoint that subscribes to an event; those of inactive endpoints are skipped. Returns the
 * endpoints with something to send, in the order of their ids.
 */
export async function insertDeliveries(
  em: EntityManager,
  now: Date,
  events: readonly WrittenEvent[],
): Promise<number[]> {
  const rows: { endpoint_id: number }[] = await em.query(
    `WITH added AS (
       INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at, finished_at)
       SELECT w.id, e.id, e.type, CASE WHEN w.active THEN 'pending' ELSE 'skipped' END, $1::timestamptz, $1::timestamptz, CASE WHEN w.active THEN NULL ELSE $1::timestamptz END
       FROM jsonb_to_recordset($2) AS e(id text, "partnerId" bigint, type text)
       JOIN webhook_endpoint w ON w.partner_id = e."partnerId" AND e.type = ANY (w.events) AND w.deleted_at IS NULL
       ORDER BY e.id, w.id
       RETURNING endpoint_id, status
     )
     SELECT DISTINCT endpoint_id FROM added WHERE status = 'pending' ORDER BY endpoint_id`,
    [now, JSON.stringify(events)],
  );
  return rows.map((row) => row.endpoint_id);
}

/**
 * Marks idle endpoints as busy, in the order of their ids; returns those that were idle. The lock leaves room for the key
 * locks that other publishers hold on the same endpoints.
 */
export async function markBusy(
  em: EntityManager,
  ids: readonly number[],
): Promise<Pick<WebhookEndpointRow, 'id' | 'row_key' | 'partner_id'>[]> {
  return em.query(
    `WITH idle AS (
       SELECT id FROM webhook_endpoint WHERE id = ANY ($1::bigint[]) AND NOT busy ORDER BY id FOR NO KEY UPDATE
     ), woken AS (
       UPDATE webhook_endpoint w SET busy = true FROM idle WHERE w.id = idle.id RETURNING w.id, w.row_key, w.partner_id
     )
     SELECT * FROM woken ORDER BY id`,
    [ids],
  );
}
