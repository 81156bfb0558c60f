import { INSTANCE_LOCK_CLASS } from '../../infra/database/port.ts';
import { pick, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, boolean, integer, text, timestamp } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { isLapsed } from '../kernel/sql.ts';
import type { DrainMark } from './drain-store.ts';
import { type WebhookEndpointRow, webhookEndpointTable } from './table.ts';

/**
 * A drain that holds no lease and has written nothing for this long has stalled or died without notice, seconds. An
 * idle drain ends within a few seconds, and each of its statements succeeds or fails within seven.
 */
const STANDSTILL_SECONDS = 60;
/** A worker that takes woken endpoints has begun a drain within this long, seconds; each drain lasts at least two. */
const MOVING_SECONDS = 5;
/**
 * Seconds until the sweep requests a drain again: one at first, since a wake-up may have been lost, then five, then
 * twice as long each time. This keeps repeated requests cheap when everything is slow.
 */
const PAUSE = `CASE WHEN w.wake_count = 0 THEN 1 ELSE least(5 * 2 ^ (w.wake_count - 1), 300) END * interval '1 second'`;

/**
 * Endpoints with pending deliveries, found with one index probe each, so the cost does not depend on the number of
 * pending deliveries.
 */
const ENDPOINTS_WITH_WORK = `RECURSIVE with_work AS (
       (SELECT endpoint_id FROM webhook_delivery WHERE status = 'pending' ORDER BY endpoint_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.endpoint_id FROM webhook_delivery d WHERE d.status = 'pending' AND d.endpoint_id > w.endpoint_id
               ORDER BY d.endpoint_id LIMIT 1)
       FROM with_work w WHERE w.endpoint_id IS NOT NULL
     )`;

/** An endpoint for which a drain was requested. */
interface WokenEndpoint extends Pick<WebhookEndpointRow, 'id' | 'row_key' | 'partner_id'> {
  /** Number of requests in a row. */
  asked: number;
  /** Its drain had died or stalled. */
  orphaned: boolean;
  /** Whether other drains are starting: then this request is only queued. */
  queued: boolean;
}

/**
 * Requests drains for endpoints that are late and have none, and for those whose drain died or stalled: its process's
 * advisory lock is free, one of its leases expired, or it has been inactive for long. Each partner's longest-waiting
 * endpoints go first, one batch at most. A drain that was requested but has not started is left in its queue.
 */
export async function wakeUnattended(
  db: Db,
  { now, lateAfterMs, limit }: { now: Date; lateAfterMs: number; limit: number },
): Promise<WokenEndpoint[]> {
  return queryRows(
    db,
    {
      ...pick(webhookEndpointTable, 'id', 'partner_id', 'row_key'),
      asked: integer(),
      orphaned: boolean(),
      queued: boolean(),
    },
    `WITH live AS MATERIALIZED (
       SELECT objid::bigint AS instance FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND classid = ${INSTANCE_LOCK_CLASS}
     ), unattended AS (
       SELECT w.id, w.partner_id, w.next_due_at, w.woken_at, NULL::uuid AS drain_token FROM webhook_endpoint w
       WHERE w.drain_token IS NULL AND w.next_due_at < $1::timestamptz - $2 * interval '1 ms' AND NOT w.paused AND w.deleted_at IS NULL
         AND (w.woken_at IS NULL OR w.woken_at < clock_timestamp() - ${PAUSE})
       UNION ALL
       SELECT w.id, w.partner_id, $1, w.woken_at, w.drain_token FROM webhook_endpoint w LEFT JOIN LATERAL (
         SELECT d.lease_until, d.lease_instance FROM webhook_delivery d
         WHERE d.endpoint_id = w.id AND d.status = 'pending' ORDER BY d.due_at, d.id LIMIT 1
       ) first ON true
       WHERE w.drain_token IS NOT NULL
         AND (w.drain_instance IS NULL OR w.drain_instance NOT IN (SELECT instance FROM live)
              OR (${isLapsed('first.lease_until')} AND first.lease_instance = w.drain_instance)
              OR (first.lease_until IS NULL
                  AND w.drain_seen_at < clock_timestamp() - interval '${STANDSTILL_SECONDS} seconds'
                  AND coalesce(w.last_triggered_at < $1::timestamptz - interval '${STANDSTILL_SECONDS} seconds', true)))
     ), chosen AS MATERIALIZED (
       SELECT *, row_number() OVER (PARTITION BY partner_id ORDER BY next_due_at, id) AS turn FROM unattended
       ORDER BY turn, next_due_at LIMIT $3
     ), locked AS (
       SELECT w.id, w.drain_token FROM webhook_endpoint w JOIN chosen c ON c.id = w.id
       WHERE w.drain_token IS NOT DISTINCT FROM c.drain_token AND w.woken_at IS NOT DISTINCT FROM c.woken_at
       FOR NO KEY UPDATE OF w SKIP LOCKED
     )
     , woken AS (
       UPDATE webhook_endpoint w SET drain_token = NULL, drain_instance = NULL, drain_seen_at = NULL,
         next_due_at = least(w.next_due_at, $1::timestamptz), woken_at = clock_timestamp(), wake_count = least(w.wake_count + 1, 10)
       FROM locked WHERE w.id = locked.id
       RETURNING w.id, w.row_key, w.partner_id, w.wake_count AS asked, locked.drain_token IS NOT NULL AS orphaned
     )
     SELECT *, EXISTS (
       SELECT FROM webhook_endpoint m WHERE m.drain_token IS NOT NULL AND m.drain_seen_at > clock_timestamp() - interval '${MOVING_SECONDS} seconds'
     ) AS queued FROM woken ORDER BY id`,
    [now, lateAfterMs, limit],
  );
}

/** Restores missing due times of endpoints with pending deliveries; returns the number of endpoints. */
export async function updateDueTimes(db: Db): Promise<number> {
  const { restored } = await queryRow(
    db,
    { restored: integer() },
    `WITH ${ENDPOINTS_WITH_WORK}, restored AS (
       UPDATE webhook_endpoint w SET next_due_at = (
         SELECT min(d.due_at) FROM webhook_delivery d WHERE d.endpoint_id = w.id AND d.status = 'pending')
       FROM with_work WHERE w.id = with_work.endpoint_id AND w.next_due_at IS NULL AND w.drain_token IS NULL
         AND w.active AND NOT w.paused AND w.deleted_at IS NULL
       RETURNING 1
     ) SELECT count(*) AS restored FROM restored`,
  );
  return restored;
}

/** Figures over all endpoints. */
interface EndpointFigures {
  oldestDueSeconds: number;
  disabled: number;
  unreadable: number;
}

/** Figures over all endpoints, for operators. */
export async function readEndpointFigures(db: Db, now: Date): Promise<EndpointFigures> {
  const { oldest, disabled, unreadable } = await queryRow(
    db,
    { oldest: timestamp().nullable(), disabled: integer(), unreadable: integer() },
    `WITH ${ENDPOINTS_WITH_WORK}
     SELECT (SELECT min(first.due_at) FROM with_work JOIN webhook_endpoint w ON w.id = with_work.endpoint_id
             CROSS JOIN LATERAL (
               SELECT d.due_at FROM webhook_delivery d WHERE d.endpoint_id = w.id AND d.status = 'pending' AND d.due_at <= $1
               ORDER BY d.due_at LIMIT 1
             ) first
             WHERE w.active AND NOT w.paused) AS oldest,
            (SELECT count(*) FROM webhook_endpoint WHERE disabled_reason IS NOT NULL AND deleted_at IS NULL) AS disabled,
            (SELECT count(*) FROM webhook_endpoint WHERE secret_unreadable_at IS NOT NULL AND deleted_at IS NULL) AS unreadable`,
    [now],
  );
  return { oldestDueSeconds: oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0, disabled, unreadable };
}

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
