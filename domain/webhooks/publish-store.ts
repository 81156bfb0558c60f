import type { EntityManager } from 'typeorm';
import { execute, queryRows } from '../../infra/database/sql.ts';
import { boolean } from '../../infra/database/table.ts';
import { BREAKER_TIMEOUTS } from './rules.ts';
import { webhookEndpointTable } from './table.ts';

/** An event written in the current transaction. */
export interface WrittenEvent {
  id: string;
  partnerId: number;
  type: string;
}

/** An endpoint with something to send. */
interface AddressedEndpoint {
  id: number;
  /** True when it has no drain and none was requested before: workers must be notified. */
  woken: boolean;
}

/**
 * Whether a drain of endpoint `w` must be requested: it has none, and none was requested. An endpoint that only times
 * out is not sent to before its next probe, whatever is published.
 */
const NEEDS_DRAIN = `w.drain_token IS NULL AND w.woken_at IS NULL
           AND (w.timeout_count < ${BREAKER_TIMEOUTS} OR w.next_due_at IS NULL)`;

/**
 * Inserts a delivery for each endpoint that subscribes to an event; those of inactive endpoints are skipped. Returns
 * the endpoints with something to send, in the order of their ids.
 * A row lock returns the row's current version, so the drain is checked after the key lock and not in the statement's
 * snapshot: a drain that is about to leave the endpoint either sees the new delivery or is seen here.
 * Endpoints are looked up in a hash (`IS TRUE` keeps that one from becoming a join): the planner knows of no rows here, and compares each
 * with all in a join, which took longer than a statement may for a listing that a hundred partners watch.
 */
export async function insertDeliveries(
  em: EntityManager,
  now: Date,
  events: readonly WrittenEvent[],
): Promise<AddressedEndpoint[]> {
  return queryRows(
    em,
    { id: webhookEndpointTable.columns.id, woken: boolean() },
    `WITH event AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($2) AS e(id text, "partnerId" bigint, type text)
     ), subscriber AS MATERIALIZED (
       SELECT w.id, w.partner_id, w.events, w.active, ${NEEDS_DRAIN} AS needs_drain FROM webhook_endpoint w
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
       SELECT id, needs_drain FROM subscriber WHERE (id IN (SELECT endpoint_id FROM added WHERE status = 'pending')) IS TRUE
     ), idle AS (
       SELECT w.id, ${NEEDS_DRAIN} AS needs_drain FROM webhook_endpoint w WHERE w.id IN (SELECT id FROM addressed WHERE needs_drain)
       ORDER BY w.id FOR NO KEY UPDATE
     ), woken AS (
       ${markWoken('idle')}
     )
     SELECT a.id, a.id IN (SELECT id FROM woken) AS woken FROM addressed a ORDER BY a.id`,
    [now, JSON.stringify(events)],
  );
}

/**
 * Marks endpoints without a drain as due at once, in the order of their ids. The lock comes before the check and allows
 * the key locks that publishers hold on the same endpoints.
 */
export async function markDue(em: EntityManager, now: Date, ids: readonly number[]): Promise<void> {
  await execute(
    em,
    `WITH locked AS (
       SELECT w.id, ${NEEDS_DRAIN} AS needs_drain FROM webhook_endpoint w WHERE w.id = ANY ($2::bigint[]) ORDER BY w.id FOR NO KEY UPDATE
     ), woken AS (
       ${markWoken('locked')}
     )
     SELECT count(*) FROM woken`,
    [now, ids],
  );
}

/** Requests drains for the locked rows that need one; `$1` is the current time. */
function markWoken(locked: string): string {
  return `UPDATE webhook_endpoint w SET next_due_at = $1::timestamptz, woken_at = clock_timestamp(), wake_count = 0
       FROM ${locked} l WHERE w.id = l.id AND l.needs_drain RETURNING w.id`;
}
