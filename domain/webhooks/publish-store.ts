import type { EntityManager } from 'typeorm';
import type { WebhookEndpointRow } from './table.ts';

/** An event that was written in the transaction under way. */
export interface WrittenEvent {
  id: string;
  partnerId: number;
  type: string;
}

/** An endpoint with something to send; those that were idle have to be woken. */
interface AddressedEndpoint extends Pick<WebhookEndpointRow, 'id' | 'row_key' | 'partner_id'> {
  wasIdle: boolean;
}

/**
 * Adds a delivery for each endpoint that subscribes to an event; those of inactive endpoints are skipped. Returns the
 * endpoints with something to send, in the order of their ids, the idle ones marked busy.
 *
 * A row lock returns the row as it is by then, so `busy` is looked at after the key lock, not as the statement's snapshot
 * has it: a drain that is about to mark the endpoint idle either sees the new delivery or is seen here.
 */
export async function insertDeliveries(
  em: EntityManager,
  now: Date,
  events: readonly WrittenEvent[],
): Promise<AddressedEndpoint[]> {
  return em.query(
    `WITH event AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($2) AS e(id text, "partnerId" bigint, type text)
     ), subscriber AS MATERIALIZED (
       SELECT w.id, w.row_key, w.partner_id, w.events, w.active, w.busy FROM webhook_endpoint w
       WHERE w.partner_id = ANY (SELECT "partnerId" FROM event) AND w.deleted_at IS NULL
         AND w.events && ARRAY (SELECT type FROM event)
       ORDER BY w.id FOR KEY SHARE
     ), added AS (
       INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at, finished_at)
       SELECT w.id, e.id, e.type, CASE WHEN w.active THEN 'pending' ELSE 'skipped' END, $1::timestamptz, $1::timestamptz, CASE WHEN w.active THEN NULL ELSE $1::timestamptz END
       FROM event e JOIN subscriber w ON w.partner_id = e."partnerId" AND e.type = ANY (w.events)
       ORDER BY e.id, w.id
       RETURNING endpoint_id, status
     ), addressed AS (
       SELECT * FROM subscriber WHERE id IN (SELECT endpoint_id FROM added WHERE status = 'pending')
     ), idle AS (
       SELECT id, busy FROM webhook_endpoint WHERE id IN (SELECT id FROM addressed WHERE NOT busy)
       ORDER BY id FOR NO KEY UPDATE
     ), woken AS (
       UPDATE webhook_endpoint w SET busy = true, woken_at = clock_timestamp()
       FROM idle WHERE w.id = idle.id AND NOT idle.busy RETURNING w.id
     )
     SELECT a.id, a.row_key, a.partner_id, w.id IS NOT NULL AS "wasIdle"
     FROM addressed a LEFT JOIN woken w ON w.id = a.id ORDER BY a.id`,
    [now, JSON.stringify(events)],
  );
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
       UPDATE webhook_endpoint w SET busy = true, woken_at = clock_timestamp() FROM idle WHERE w.id = idle.id RETURNING w.id, w.row_key, w.partner_id
     )
     SELECT * FROM woken ORDER BY id`,
    [ids],
  );
}
