import { INSTANCE_LOCK_CLASS } from '../../infra/database/instance-lock.ts';
import type { Db } from '../kernel/deps.ts';
import { BREAKER_TIMEOUTS, FIRST_PROBE_PAUSE_MS, MAX_PROBE_PAUSE_MS } from './rules.ts';
import type { AttemptOutcome, DeliveryStatus, WebhookEndpointRow } from './types.ts';

/** A lease lapses after this long unless its holder's instance is known to be gone before, seconds: the longest exchange and some time to record it. */
const LEASE_SECONDS = 25;

/** Deliveries that one statement skips; short enough to stay far below the statement time-out. */
export const SKIP_LOT = 5_000;

/** Whether nobody sends delivery `d` now: it has no holder, or one that is gone or has held it for too long. */
const IS_FREE = `(d.lease_token IS NULL OR d.lease_until < clock_timestamp() OR NOT EXISTS (
           SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
             AND l.classid = ${INSTANCE_LOCK_CLASS} AND l.objid = d.lease_instance))`;
/** When the holder of delivery `d` claimed it, or null. */
const CLAIMED_AT = `d.lease_until - interval '${LEASE_SECONDS} seconds'`;
/** Records what the former holders of `due` deliveries left open. */
const RECORD_INTERRUPTED = `INSERT INTO webhook_attempt (delivery_id, number, outcome, error_class, error, started_at)
       SELECT id, number, 'interrupted', 'interrupted', 'The service stopped while it sent this; it is sent again.', claimed_at
       FROM due WHERE held ON CONFLICT DO NOTHING`;

/**
 * Ends the statement without waiting for the disk. A claim that a crash of the database loses was about to be sent; it is
 * claimed and sent again, as after a crash of the worker. Results are written with the wait.
 */
const WITHOUT_FSYNC = `without_fsync AS (SELECT set_config('synchronous_commit', 'off', true))`;

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

/** A delivery that this process may send now. */
export interface ClaimedDelivery {
  id: number;
  leaseToken: string;
  /** Number of the attempt. */
  attempt: number;
  failures: number;
  eventId: string;
  eventType: string;
  occurredAt: Date;
  data: Record<string, unknown>;
  /** Version of the endpoint's settings. */
  endpointVersion: number;
}

/** What a claim has taken. */
export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Ids of deliveries whose event is gone, so that there is nothing to send. */
  withoutPayload: number[];
}

/** A delivery as the claim's statement returns it; its event is null when it is gone. */
type ClaimedRow = Omit<ClaimedDelivery, 'leaseToken' | 'occurredAt' | 'data'> &
  (Pick<ClaimedDelivery, 'occurredAt' | 'data'> | { occurredAt: null; data: null });

/**
 * Takes deliveries that are due: those nobody holds, and those whose holder is gone or has held them for too long. What
 * a former holder left open is recorded as an interrupted attempt, which costs the delivery nothing.
 */
export async function claimDeliveries(
  db: Db,
  claim: { endpointId: number; now: Date; limit: number; leaseToken: string; instance: number },
): Promise<Claim> {
  const rows: ClaimedRow[] = await db.query(
    `WITH ${WITHOUT_FSYNC}, due AS (
       SELECT d.id, d.attempts AS number, d.lease_token IS NOT NULL AS held, ${CLAIMED_AT} AS claimed_at, w.version
       FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id
       WHERE d.endpoint_id = $1 AND d.status = 'pending' AND d.due_at <= $2
         AND w.active AND NOT w.paused AND w.deleted_at IS NULL
         AND ${IS_FREE}
       ORDER BY d.due_at, d.id LIMIT $3 FOR NO KEY UPDATE OF d SKIP LOCKED
     ), interrupted AS (
       ${RECORD_INTERRUPTED}
     ), claimed AS (
       UPDATE webhook_delivery d SET lease_token = $4, lease_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds',
         lease_instance = $5, attempts = d.attempts + 1
       FROM due WHERE d.id = due.id
       RETURNING d.id, d.attempts, d.failures, d.event_id, d.event_type, d.due_at, due.version
     )
     SELECT c.id, c.attempts AS attempt, c.failures, c.event_id AS "eventId", c.event_type AS "eventType",
            e.occurred_at AS "occurredAt", e.data, c.version AS "endpointVersion"
     FROM claimed c LEFT JOIN platform_event e ON e.id = c.event_id CROSS JOIN without_fsync ORDER BY c.due_at, c.id`,
    [claim.endpointId, claim.now, claim.limit, claim.leaseToken, claim.instance],
  );
  const taken: Claim = { deliveries: [], withoutPayload: [] };
  for (const row of rows) {
    if (row.occurredAt === null) taken.withoutPayload.push(row.id);
    else taken.deliveries.push({ ...row, leaseToken: claim.leaseToken });
  }
  return taken;
}

/** Gives claimed deliveries back that were not sent; the attempt does not count. */
export async function releaseDeliveries(db: Db, ids: readonly number[], leaseToken: string): Promise<void> {
  await db.query(
    `WITH released AS (
       UPDATE webhook_delivery SET lease_token = NULL, lease_until = NULL, lease_instance = NULL, attempts = attempts - 1
       WHERE id = ANY ($1::bigint[]) AND lease_token = $2 RETURNING 1
     ) SELECT count(*) FROM released`,
    [ids, leaseToken],
  );
}

/** An attempt that has ended, with what becomes of its delivery. */
export interface AttemptRecord {
  deliveryId: number;
  leaseToken: string;
  number: number;
  outcome: Exclude<AttemptOutcome, 'interrupted'>;
  responseCode: number | null;
  errorClass: string | null;
  error: string | null;
  excerpt: string | null;
  durationMs: number;
  startedAt: Date;
  /** Sent alone, to an endpoint that had only timed out. */
  probe: boolean;
  status: DeliveryStatus;
  failures: number;
  /** When it is due again, if it stays pending. */
  dueAt: Date | null;
}

/** An attempt as it is handed to the database. */
const GIVEN = `given AS (
       SELECT * FROM ROWS FROM (jsonb_to_recordset($2) AS ("deliveryId" bigint, "leaseToken" uuid, number smallint, outcome text,
         "responseCode" smallint, "errorClass" text, error text, excerpt text, "durationMs" int, "startedAt" timestamptz, probe boolean,
         status text, failures smallint, "dueAt" timestamptz))
       WITH ORDINALITY AS a("deliveryId", "leaseToken", number, outcome, "responseCode", "errorClass", error, excerpt, "durationMs",
         "startedAt", probe, status, failures, "dueAt", position)
     )`;

/**
 * Writes attempts, given in the order in which they ended, with their deliveries and the endpoint's health, in one
 * statement. A lease that was lost writes nothing and says nothing of the endpoint: whoever took it over tells what
 * happened. Returns the ids of the deliveries that were written.
 */
export async function recordAttempts(
  db: Db,
  now: Date,
  endpointId: number,
  attempts: readonly AttemptRecord[],
): Promise<Set<number>> {
  const rows: { id: number }[] = await db.query(
    `WITH ${GIVEN}, settled AS (
       UPDATE webhook_delivery d SET status = g.status, failures = g.failures, due_at = coalesce(g."dueAt", d.due_at),
         lease_token = NULL, lease_until = NULL, lease_instance = NULL, last_response_code = g."responseCode",
         finished_at = CASE WHEN g.status = 'pending' THEN NULL ELSE $1::timestamptz END
       FROM given g WHERE d.id = g."deliveryId" AND d.lease_token = g."leaseToken"
       RETURNING d.id
     ), counted AS (
       SELECT g.*, row_number() OVER (ORDER BY g.position) AS nth FROM given g JOIN settled s ON s.id = g."deliveryId"
     ), written AS (
       INSERT INTO webhook_attempt (delivery_id, number, outcome, response_code, error_class, error, response_excerpt, duration_ms, started_at)
       SELECT "deliveryId", number, outcome, "responseCode", "errorClass", left(error, 500), excerpt, "durationMs", "startedAt" FROM counted
       ON CONFLICT (delivery_id, number) DO NOTHING
     ), batch AS (
       SELECT count(*) AS total, max(nth) FILTER (WHERE outcome = 'succeeded') AS last_success,
              max(nth) FILTER (WHERE "errorClass" IS DISTINCT FROM 'timeout') AS last_other,
              count(*) FILTER (WHERE probe) AS probes,
              (array_agg("responseCode" ORDER BY nth DESC) FILTER (WHERE "responseCode" IS NOT NULL))[1] AS last_code
       FROM counted
     ), health AS (
       UPDATE webhook_endpoint w SET
         failure_count = CASE WHEN b.last_success IS NULL THEN w.failure_count + b.total ELSE b.total - b.last_success END,
         timeout_count = CASE
           WHEN b.last_other IS NOT NULL THEN least(b.total - b.last_other, ${BREAKER_TIMEOUTS})
           WHEN b.probes > 0 THEN w.timeout_count + b.probes
           ELSE greatest(w.timeout_count, least(w.timeout_count + b.total, ${BREAKER_TIMEOUTS})) END,
         last_success_at = CASE WHEN b.last_success IS NULL THEN w.last_success_at ELSE $1 END,
         last_triggered_at = $1,
         last_response_code = coalesce(b.last_code, w.last_response_code)
       FROM batch b WHERE w.id = $3 AND b.total > 0
     )
     SELECT id FROM settled`,
    [now, JSON.stringify(attempts), endpointId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A drain, as the endpoint's row names it. */
export interface DrainMark {
  endpointId: number;
  token: string;
  /** Number of the process's advisory lock; null while it is not held. */
  instance: number | null;
}

/** Notes on the endpoint that this drain sends for it now. */
export async function beginDrain(db: Db, { endpointId, token, instance }: DrainMark): Promise<void> {
  await db.query('UPDATE webhook_endpoint SET drain_token = $2, drain_instance = $3 WHERE id = $1', [
    endpointId,
    token,
    instance,
  ]);
}

/** Takes the note back, unless another drain has taken over. */
export async function endDrain(db: Db, { endpointId, token }: DrainMark): Promise<void> {
  await db.query(
    'UPDATE webhook_endpoint SET drain_token = NULL, drain_instance = NULL WHERE id = $1 AND drain_token = $2',
    [endpointId, token],
  );
}

/** The endpoint as a drain needs it; null when it is gone. */
export async function loadEndpoint(db: Db, id: number): Promise<WebhookEndpointRow | null> {
  const rows: WebhookEndpointRow[] = await db.query(
    'SELECT * FROM webhook_endpoint WHERE id = $1 AND deleted_at IS NULL',
    [id],
  );
  return rows[0] ?? null;
}

/** When the next pending delivery of an endpoint is due; null when none is pending or none may be sent. */
export async function nextDue(db: Db, endpointId: number): Promise<Date | null> {
  const rows: { due_at: Date | null }[] = await db.query(
    `SELECT min(d.due_at) AS due_at FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id
     WHERE d.endpoint_id = $1 AND d.status = 'pending' AND w.active AND NOT w.paused AND w.deleted_at IS NULL`,
    [endpointId],
  );
  return rows[0]?.due_at ?? null;
}

/** Locks the endpoint against publishers; false while one of them is about to add a delivery. */
export async function lockAgainstPublishers(db: Db, endpointId: number): Promise<boolean> {
  const rows: unknown[] = await db.query('SELECT 1 FROM webhook_endpoint WHERE id = $1 FOR UPDATE SKIP LOCKED', [
    endpointId,
  ]);
  return rows.length > 0;
}

/** Says that no drain is awake for the endpoint. */
export async function markIdle(db: Db, endpointId: number): Promise<void> {
  await db.query('UPDATE webhook_endpoint SET busy = false WHERE id = $1', [endpointId]);
}

/** Switches an endpoint off. */
export async function disableEndpoint(db: Db, now: Date, id: number, reason: string): Promise<void> {
  await db.query(
    `UPDATE webhook_endpoint SET active = false, disabled_reason = $3, version = version + 1, updated_at = $2
     WHERE id = $1 AND active`,
    [id, now, reason],
  );
}

/**
 * Puts aside what waits for an endpoint that is switched off; it can be recovered. What is being sent stays until its
 * answer is known, so that its attempts tell what happened. Returns how many were skipped, a lot at most.
 */
export async function skipInactive(db: Db, now: Date, endpointId: number): Promise<number> {
  const rows: { count: number }[] = await db.query(
    `WITH due AS (
       SELECT d.id, d.attempts AS number, d.lease_token IS NOT NULL AS held, ${CLAIMED_AT} AS claimed_at
       FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id
       WHERE d.endpoint_id = $1 AND d.status = 'pending' AND NOT w.active AND ${IS_FREE}
       ORDER BY d.due_at, d.id LIMIT ${SKIP_LOT} FOR NO KEY UPDATE OF d SKIP LOCKED
     ), interrupted AS (
       ${RECORD_INTERRUPTED}
     ), skipped AS (
       UPDATE webhook_delivery d SET status = 'skipped', finished_at = $2, lease_token = NULL, lease_until = NULL, lease_instance = NULL
       FROM due WHERE d.id = due.id RETURNING 1
     )
     SELECT count(*) AS count FROM skipped`,
    [endpointId, now],
  );
  return rows[0]?.count ?? 0;
}

/** An endpoint with deliveries that nobody sends. */
export interface NeglectedEndpoint {
  id: number;
  row_key: string;
  partner_id: number;
}

/**
 * Endpoints with deliveries due for a while that have no live drain, whatever they say of being busy. A drain that let one
 * of its leases lapse does not live, though its process holds its lock: the process stands still. Each is returned once in
 * `againAfterSeconds`, to one caller; an endpoint that only times out is left alone until its next probe.
 */
export async function takeNeglected(
  db: Db,
  options: { now: Date; neglectedAfterMs: number; probeSlackMs: number; againAfterSeconds: number; limit: number },
): Promise<NeglectedEndpoint[]> {
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
    [options.now, options.againAfterSeconds, options.limit, options.neglectedAfterMs, options.probeSlackMs],
  );
}

/** How an endpoint does, in a few figures. */
export interface EndpointHealth {
  /** Deliveries that wait, counted up to 1,000. */
  backlog: number;
  lastResponseCode: number | null;
  failures: number;
  timeouts: number;
  active: boolean;
}

/** Reads how an endpoint does. */
export async function readHealth(db: Db, id: number): Promise<EndpointHealth> {
  const rows: EndpointHealth[] = await db.query(
    `SELECT (SELECT count(*)::int FROM (SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND status = 'pending' LIMIT 1000) p) AS backlog,
            last_response_code AS "lastResponseCode", failure_count AS failures, timeout_count AS timeouts, active
     FROM webhook_endpoint WHERE id = $1`,
    [id],
  );
  return rows[0] ?? { backlog: 0, lastResponseCode: null, failures: 0, timeouts: 0, active: false };
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
