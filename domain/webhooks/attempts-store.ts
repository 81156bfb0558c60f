import { execute, pick, queryRows } from '../../infra/database/sql.ts';
import type { Db, SendResult } from '../kernel/deps.ts';
import { BREAKER_TIMEOUTS, isSuccess } from './rules.ts';
import { TEST_EVENT } from './signature.ts';
import { type AttemptOutcome, type DeliveryStatus, webhookDeliveryTable } from './table.ts';

/** A finished attempt and the resulting state of its delivery. */
export interface AttemptRecord {
  deliveryId: number;
  leaseToken: string;
  number: number;
  outcome: Exclude<AttemptOutcome, 'interrupted'>;
  responseCode: number | null;
  errorClass: string | null;
  error: string | null;
  excerpt: string | null;
  responseHeaders: Record<string, string> | null;
  durationMs: number;
  startedAt: Date;
  /** Sent alone, to an endpoint that has only timed out. */
  probe: boolean;
  status: DeliveryStatus;
  failures: number;
  /** Time of the next attempt, if the delivery stays pending. */
  dueAt: Date | null;
}

/** The attempts as parameters of the statement. */
const INPUT = `given AS (
       SELECT * FROM ROWS FROM (jsonb_to_recordset($2) AS ("deliveryId" bigint, "leaseToken" uuid, number smallint, outcome text,
         "responseCode" smallint, "errorClass" text, error text, excerpt text, "responseHeaders" jsonb, "durationMs" int, "startedAt" timestamptz, probe boolean,
         status text, failures smallint, "dueAt" timestamptz))
       WITH ORDINALITY AS a("deliveryId", "leaseToken", number, outcome, "responseCode", "errorClass", error, excerpt, "responseHeaders",
         "durationMs", "startedAt", probe, status, failures, "dueAt", position)
     )`;

/**
 * Writes attempts, in the order in which they ended, with their deliveries and the endpoint's health, in one statement.
 * An attempt whose lease was lost writes nothing and does not affect the endpoint's health; the new holder records the
 * outcome. Returns the ids of the deliveries that were written.
 */
export async function recordAttempts(
  db: Db,
  now: Date,
  endpointId: number,
  attempts: readonly AttemptRecord[],
): Promise<Set<number>> {
  const rows = await queryRows(
    db,
    pick(webhookDeliveryTable, 'id'),
    `WITH ${INPUT}, settled AS (
       UPDATE webhook_delivery d SET status = g.status, failures = g.failures, due_at = coalesce(g."dueAt", d.due_at),
         lease_token = NULL, lease_until = NULL, lease_instance = NULL, last_response_code = g."responseCode",
         finished_at = CASE WHEN g.status = 'pending' THEN NULL ELSE $1::timestamptz END
       FROM given g WHERE d.id = g."deliveryId" AND d.lease_token = g."leaseToken"
       RETURNING d.id
     ), counted AS (
       SELECT g.*, row_number() OVER (ORDER BY g.position) AS nth FROM given g JOIN settled s ON s.id = g."deliveryId"
     ), written AS (
       INSERT INTO webhook_attempt (delivery_id, number, outcome, response_code, error_class, error, response_excerpt, response_headers, duration_ms, started_at)
       SELECT "deliveryId", number, outcome, "responseCode", "errorClass", left(error, 500), excerpt, "responseHeaders", "durationMs", "startedAt"
       FROM counted
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

/** A test and what came of it. */
export interface TestRecord {
  endpointId: number;
  eventId: string;
  startedAt: Date;
  result: SendResult;
}

/** Writes a test as a finished delivery with its only attempt. The endpoint's health stays as it is. */
export async function recordTest(
  db: Db,
  now: Date,
  { endpointId, eventId, startedAt, result }: TestRecord,
): Promise<void> {
  const succeeded = isSuccess(result);
  await execute(
    db,
    `WITH delivery AS (
       INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, failures, attempts, due_at, last_response_code, created_at, finished_at)
       VALUES ($1, $2, '${TEST_EVENT}', $3, $4, 1, $5, $6, $5, $7) RETURNING id
     )
     INSERT INTO webhook_attempt (delivery_id, number, outcome, response_code, error_class, error, response_excerpt, response_headers, duration_ms, started_at)
     SELECT id, 1, $8, $6, $9, left($10, 500), $11, $12, $13, $5 FROM delivery`,
    [
      endpointId,
      eventId,
      succeeded ? 'delivered' : 'failed',
      succeeded ? 0 : 1,
      startedAt,
      result.responseCode,
      now,
      succeeded ? 'succeeded' : 'failed',
      result.errorClass,
      result.error,
      result.excerpt,
      result.responseHeaders && JSON.stringify(result.responseHeaders),
      Math.round(result.durationMs),
    ],
  );
}
