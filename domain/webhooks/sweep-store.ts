import { INSTANCE_LOCK_CLASS } from '../../infra/database/instance-lock.ts';
import type { Db } from '../kernel/deps.ts';
import { BREAKER_TIMEOUTS, FIRST_PROBE_PAUSE_MS, MAX_PROBE_PAUSE_MS } from './rules.ts';
import type { WebhookEndpointRow } from './table.ts';

/** What probePause() says of endpoint `w`; the exponent is kept small for the sake of the arithmetic. */
const PROBE_PAUSE = `least(${FIRST_PROBE_PAUSE_MS} * 2 ^ least(w.timeout_count - ${BREAKER_TIMEOUTS}, 20), ${MAX_PROBE_PAUSE_MS})`;

/**
 * Endpoints with pending deliveries, found by a probe of the index for each: however many deliveries wait for one
 * endpoint, looking at all of them costs the same.
 */
const ENDPOINTS_WITH_WORK = `RECURSIVE with_work AS (
       (SELECT endpoint_id FROM webhook_delivery WHERE status = 'pending' ORDER BY endpoint_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.endpoint_id FROM webhook_delivery d WHERE d.status = 'pending' AND d.endpoint_id > w.endpoint_id
               ORDER BY d.endpoint_id LIMIT 1)
       FROM with_work w WHERE w.endpoint_id IS NOT NULL
     )`;

/** An endpoint with deliveries that nobody sends. */
type UnattendedEndpoint = Pick<WebhookEndpointRow, 'id' | 'row_key' | 'partner_id'>;

/**
 * Endpoints with deliveries due for a while that have no live drain, whatever they say of being busy. A drain that let one
 * of its leases lapse does not live, though its process holds its lock: the process stands still. Each is returned once in
 * `againAfterSeconds`, to one caller; an endpoint that only times out is left alone until its next probe.
 */
export async function takeUnattended(
  db: Db,
  options: { now: Date; unattendedAfterMs: number; probeSlackMs: number; againAfterSeconds: number; limit: number },
): Promise<UnattendedEndpoint[]> {
  return db.query(
    `WITH ${ENDPOINTS_WITH_WORK}, live AS MATERIALIZED (
       SELECT objid::bigint AS instance FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND classid = ${INSTANCE_LOCK_CLASS}
     ), taken AS (
       SELECT w.id FROM with_work JOIN webhook_endpoint w ON w.id = with_work.endpoint_id
       CROSS JOIN LATERAL (
         SELECT d.lease_until < clock_timestamp() AND d.lease_instance = w.drain_instance AS lapsed
         FROM webhook_delivery d WHERE d.endpoint_id = w.id AND d.status = 'pending'
           AND d.due_at < $1::timestamptz - $4 * interval '1 ms'
           AND (d.lease_token IS NULL OR d.lease_until < clock_timestamp()
                OR d.lease_instance NOT IN (SELECT instance FROM live))
         ORDER BY d.due_at LIMIT 1
       ) waiting
       WHERE w.active AND NOT w.paused AND w.deleted_at IS NULL
         AND (w.drain_instance IS NULL OR w.drain_instance NOT IN (SELECT instance FROM live) OR waiting.lapsed)
         AND (w.timeout_count < ${BREAKER_TIMEOUTS} OR w.last_triggered_at < $1::timestamptz - ($5 + ${PROBE_PAUSE}) * interval '1 ms')
         AND (w.woken_at IS NULL OR w.woken_at < clock_timestamp() - $2 * interval '1 second')
       ORDER BY w.id LIMIT $3 FOR NO KEY UPDATE OF w SKIP LOCKED
     ), marked AS (
       UPDATE webhook_endpoint w SET woken_at = clock_timestamp(), busy = true FROM taken WHERE w.id = taken.id
       RETURNING w.id, w.row_key, w.partner_id
     )
     SELECT * FROM marked ORDER BY id`,
    [options.now, options.againAfterSeconds, options.limit, options.unattendedAfterMs, options.probeSlackMs],
  );
}

/** Figures over all endpoints, for operators. */
export async function readEndpointFigures(db: Db, now: Date): Promise<{ oldestDueSeconds: number; disabled: number }> {
  const rows: { oldest: Date | null; disabled: number }[] = await db.query(
    `WITH ${ENDPOINTS_WITH_WORK}
     SELECT (SELECT min(first.due_at) FROM with_work JOIN webhook_endpoint w ON w.id = with_work.endpoint_id
             CROSS JOIN LATERAL (
               SELECT d.due_at FROM webhook_delivery d WHERE d.endpoint_id = w.id AND d.status = 'pending' AND d.due_at <= $1
               ORDER BY d.due_at LIMIT 1
             ) first
             WHERE w.active AND NOT w.paused) AS oldest,
            (SELECT count(*) FROM webhook_endpoint WHERE disabled_reason IS NOT NULL AND deleted_at IS NULL) AS disabled`,
    [now],
  );
  const oldest = rows[0]?.oldest;
  return { oldestDueSeconds: oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0, disabled: rows[0]?.disabled ?? 0 };
}
