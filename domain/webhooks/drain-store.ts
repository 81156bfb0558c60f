import { execute, queryExists, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { boolean, integer, timestamp } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { CLAIMED_AT, IS_FREE, RECORD_INTERRUPTED } from './claim-store.ts';
import { type WebhookEndpointRow, webhookDeliveryTable, webhookEndpointTable } from './table.ts';

/** Deliveries that one statement skips; small enough to stay far below the statement time-out. */
export const SKIP_BATCH_SIZE = 5_000;

/** Identifies a drain in the endpoint's row. Another token there means that this drain was replaced. */
export interface DrainMark {
  endpointId: number;
  token: string;
  /** Number of the process's advisory lock. */
  instance: number;
}

/** Marks the endpoint with this drain, in place of any other. */
export async function beginDrain(db: Db, { endpointId, token, instance }: DrainMark): Promise<void> {
  await execute(
    db,
    `UPDATE webhook_endpoint SET drain_token = $2, drain_instance = $3, drain_seen_at = clock_timestamp(), woken_at = NULL, wake_count = 0
     WHERE id = $1`,
    [endpointId, token, instance],
  );
}

/**
 * Removes the drain's mark and sets when the endpoint is due next, null for never. False when another drain has
 * replaced this one.
 */
export async function leaveEndpoint(
  db: Db,
  { endpointId, token }: Pick<DrainMark, 'endpointId' | 'token'>,
  nextDueAt: Date | null,
): Promise<boolean> {
  const { left } = await queryRow(
    db,
    { left: integer() },
    `WITH mine AS (
       UPDATE webhook_endpoint SET drain_token = NULL, drain_instance = NULL, drain_seen_at = NULL, next_due_at = $3
       WHERE id = $1 AND drain_token = $2 RETURNING 1
     ) SELECT count(*) AS left FROM mine`,
    [endpointId, token, nextDueAt],
  );
  return left === 1;
}

/**
 * When the next pending delivery of an endpoint is due, null when none may be sent; and whether the drain was replaced.
 */
export async function nextDue(
  db: Db,
  { endpointId, token }: Pick<DrainMark, 'endpointId' | 'token'>,
): Promise<{ due: Date | null; replaced: boolean }> {
  const found = await queryMaybeRow(
    db,
    { due: timestamp().nullable(), replaced: boolean() },
    `SELECT w.drain_token IS DISTINCT FROM $2 AS replaced, CASE WHEN w.active AND NOT w.paused AND w.deleted_at IS NULL THEN (
       SELECT min(d.due_at) FROM webhook_delivery d WHERE d.endpoint_id = w.id AND d.status = 'pending') END AS due
     FROM webhook_endpoint w WHERE w.id = $1`,
    [endpointId, token],
  );
  return found ?? { due: null, replaced: true };
}

/** Locks the endpoint against publishers; false while one of them is about to add a delivery. */
export async function lockAgainstPublishers(db: Db, endpointId: number): Promise<boolean> {
  return queryExists(db, 'SELECT 1 FROM webhook_endpoint WHERE id = $1 FOR UPDATE SKIP LOCKED', [endpointId]);
}

/** Records since when the endpoint's secret cannot be opened, or that it can be. */
export async function recordSecretState(
  db: Db,
  now: Date,
  endpoint: Pick<WebhookEndpointRow, 'id' | 'secret_unreadable_at'>,
  readable: boolean,
): Promise<void> {
  if (readable === (endpoint.secret_unreadable_at === null)) return;
  await execute(
    db,
    `UPDATE webhook_endpoint SET secret_unreadable_at = CASE WHEN $3 THEN NULL ELSE coalesce(secret_unreadable_at, $2::timestamptz) END
     WHERE id = $1 AND (secret_unreadable_at IS NULL) <> $3`,
    [endpoint.id, now, readable],
  );
}

/** Switches an endpoint off; false when it was. */
export function disableEndpoint(db: Db, now: Date, id: number, reason: string): Promise<boolean> {
  return queryExists(
    db,
    `UPDATE webhook_endpoint SET active = false, disabled_reason = $3, version = version + 1, updated_at = $2
     WHERE id = $1 AND active RETURNING id`,
    [id, now, reason],
  );
}

/**
 * Skips the waiting deliveries of an endpoint that is switched off; they can be recovered. Those being sent stay until
 * their response is known, so that their attempts are recorded correctly. Returns how many were skipped, one batch at
 * most.
 */
export async function skipInactive(db: Db, now: Date, endpointId: number): Promise<number> {
  const { count } = await queryRow(
    db,
    { count: integer() },
    `WITH due AS (
       SELECT d.id, d.attempts AS number, d.lease_token IS NOT NULL AS held, ${CLAIMED_AT} AS claimed_at
       FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id
       WHERE d.endpoint_id = $1 AND d.status = 'pending' AND NOT w.active AND ${IS_FREE}
       ORDER BY d.due_at, d.id LIMIT ${SKIP_BATCH_SIZE} FOR NO KEY UPDATE OF d SKIP LOCKED
     ), interrupted AS (
       ${RECORD_INTERRUPTED}
     ), skipped AS (
       UPDATE webhook_delivery d SET status = 'skipped', finished_at = $2, lease_token = NULL, lease_until = NULL, lease_instance = NULL
       FROM due WHERE d.id = due.id RETURNING 1
     )
     SELECT count(*) AS count FROM skipped`,
    [endpointId, now],
  );
  return count;
}

/** Health of an endpoint in a few figures. */
interface EndpointHealth {
  /** Pending deliveries, counted up to 1,000. */
  backlog: number;
  lastResponseCode: number | null;
  failures: number;
  timeouts: number;
  active: boolean;
}

/** Reads the health of an endpoint. */
export async function readHealth(db: Db, id: number): Promise<EndpointHealth> {
  const found = await queryMaybeRow(
    db,
    {
      failures: webhookDeliveryTable.columns.failures,
      active: webhookEndpointTable.columns.active,
      backlog: integer(),
      lastResponseCode: integer().nullable(),
      timeouts: integer(),
    },
    `SELECT (SELECT count(*)::int FROM (SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND status = 'pending' LIMIT 1000) p) AS backlog,
            last_response_code AS "lastResponseCode", failure_count AS failures, timeout_count AS timeouts, active
     FROM webhook_endpoint WHERE id = $1`,
    [id],
  );
  return found ?? { backlog: 0, lastResponseCode: null, failures: 0, timeouts: 0, active: false };
}
