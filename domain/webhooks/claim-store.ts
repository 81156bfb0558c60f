import { INSTANCE_LOCK_CLASS } from '../../infra/database/port.ts';
import { execute, pick, queryRows } from '../../infra/database/sql.ts';
import { integer, text, timestamp } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { isLapsed } from '../kernel/sql.ts';
import { platformEventTable } from '../kernel/table.ts';
import { webhookDeliveryTable } from './table.ts';

/**
 * Duration of a lease, seconds: the longest exchange and some time to record it. A lease ends earlier when its holder's
 * instance is known to be dead.
 */
const LEASE_SECONDS = 25;

/** Whether delivery `d` is free: it has no holder, or its holder is dead or has held it for too long. */
export const IS_FREE = `(d.lease_token IS NULL OR ${isLapsed('d.lease_until')} OR NOT EXISTS (
           SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
             AND l.classid = ${INSTANCE_LOCK_CLASS} AND l.objid = d.lease_instance))`;
/** When the holder of delivery `d` claimed it, or null. */
export const CLAIMED_AT = `d.lease_until - interval '${LEASE_SECONDS} seconds'`;
/** Records unfinished attempts of earlier holders of the `due` deliveries as interrupted. */
export const RECORD_INTERRUPTED = `INSERT INTO webhook_attempt (delivery_id, number, outcome, error_class, error, started_at)
       SELECT id, number, 'interrupted', 'interrupted', 'The service stopped while it sent this; it is sent again.', claimed_at
       FROM due WHERE held ON CONFLICT DO NOTHING`;

/**
 * Ends the statement without waiting for the disk. If a crash of the database loses a claim, the delivery is claimed
 * and sent again, as after a crash of the worker. Results are written with the wait.
 */
const WITHOUT_FSYNC = `without_fsync AS (SELECT set_config('synchronous_commit', 'off', true))`;

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
  /** The span that published the event; null where tracing was off. */
  traceparent: string | null;
  /** Version of the endpoint's settings. */
  endpointVersion: number;
}

/** Result of a claim. */
export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Ids of deliveries whose event was deleted, so there is nothing to send. */
  withoutPayload: number[];
}

/**
 * Claims due deliveries: those without a holder, and those whose holder is dead or has held them too long. The
 * unfinished attempt of an earlier holder is recorded as interrupted and does not count as a failure. A drain that was
 * replaced gets none.
 */
export async function claimDeliveries(
  db: Db,
  claim: { endpointId: number; now: Date; limit: number; leaseToken: string; instance: number; drainToken: string },
): Promise<Claim> {
  const rows = await queryRows(
    db,
    {
      ...pick(webhookDeliveryTable, 'id', 'failures'),
      attempt: integer(),
      eventId: text(),
      eventType: text(),
      endpointVersion: integer(),
      data: platformEventTable.columns.data.nullable(),
      occurredAt: timestamp().nullable(),
      traceparent: platformEventTable.columns.traceparent,
    },
    `WITH ${WITHOUT_FSYNC}, due AS (
       SELECT d.id, d.attempts AS number, d.lease_token IS NOT NULL AS held, ${CLAIMED_AT} AS claimed_at, w.version
       FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id
       WHERE d.endpoint_id = $1 AND d.status = 'pending' AND d.due_at <= $2
         AND w.drain_token = $6 AND w.active AND NOT w.paused AND w.deleted_at IS NULL
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
            e.occurred_at AS "occurredAt", e.data, e.traceparent, c.version AS "endpointVersion"
     FROM claimed c LEFT JOIN platform_event e ON e.id = c.event_id CROSS JOIN without_fsync ORDER BY c.due_at, c.id`,
    [claim.endpointId, claim.now, claim.limit, claim.leaseToken, claim.instance, claim.drainToken],
  );
  const taken: Claim = { deliveries: [], withoutPayload: [] };
  for (const row of rows) {
    const { data, occurredAt } = row;
    if (data === null || occurredAt === null) taken.withoutPayload.push(row.id);
    else taken.deliveries.push({ ...row, data, occurredAt, leaseToken: claim.leaseToken });
  }
  return taken;
}

/**
 * Releases claimed deliveries that were not sent; the attempt does not count. This also shows that the drain is making
 * progress.
 */
export async function releaseDeliveries(
  db: Db,
  ids: readonly number[],
  leaseToken: string,
  drainToken: string,
): Promise<void> {
  await execute(
    db,
    `WITH released AS (
       UPDATE webhook_delivery SET lease_token = NULL, lease_until = NULL, lease_instance = NULL, attempts = attempts - 1
       WHERE id = ANY ($1::bigint[]) AND lease_token = $2 RETURNING endpoint_id
     ), seen AS (
       UPDATE webhook_endpoint w SET drain_seen_at = clock_timestamp()
       WHERE w.id = (SELECT min(endpoint_id) FROM released) AND w.drain_token = $3
     ) SELECT count(*) FROM released`,
    [ids, leaseToken, drainToken],
  );
}
