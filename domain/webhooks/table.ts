import {
  bigint,
  boolean,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  sealed,
  smallint,
  table,
  text,
  textArray,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';

/** Failure class of an attempt that had nothing to send. */
export const PAYLOAD_GONE = 'payload_gone';

/**
 * Adds an attempt to `failed` deliveries with the reason why nothing was sent; it does not affect the endpoint's
 * health. `$1` is now.
 */
export const RECORD_PAYLOAD_GONE = `INSERT INTO webhook_attempt (delivery_id, number, outcome, error_class, error, started_at)
     SELECT id, attempts, 'failed', '${PAYLOAD_GONE}', 'The payload of this event is no longer kept; nothing was sent.', $1 FROM failed
     ON CONFLICT DO NOTHING`;

/**
 * Fails deliveries from before `$2` that are still pending, because the payload they would send is about to be deleted.
 */
const FAIL_OUTLIVED = `WITH failed AS (
       UPDATE webhook_delivery SET status = 'failed', finished_at = $1, attempts = attempts + 1,
         lease_token = NULL, lease_until = NULL, lease_instance = NULL
       WHERE status = 'pending' AND created_at < $2 RETURNING id, attempts
     )
     ${RECORD_PAYLOAD_GONE}`;

/** States of a delivery; `skipped`: the endpoint was inactive. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
/** How an attempt ended; `interrupted`: the process that made it died. */
export const ATTEMPT_OUTCOMES = ['succeeded', 'failed', 'interrupted'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** A partner's webhook endpoint. */
export const webhookEndpointTable = table(
  'webhook_endpoint',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    url: varchar(2048),
    events: textArray(),
    description: varchar(255).default(''),
    secret: sealed(),
    previous_secret: sealed().nullable(),
    previous_secret_until: timestamp().nullable(),
    /** Since when the secret cannot be opened; deliveries wait meanwhile. */
    secret_unreadable_at: timestamp().nullable(),
    active: boolean(),
    /** Deliveries wait instead of being skipped. */
    paused: boolean().default(false),
    disabled_reason: varchar(255).nullable(),
    /** Failed attempts since the last success. */
    failure_count: integer().default(0),
    /** Time-outs in a row; from five on, the endpoint is probed with one delivery at a time. */
    timeout_count: integer().default(0),
    last_triggered_at: timestamp().nullable(),
    last_response_code: smallint().nullable(),
    last_success_at: timestamp().nullable(),
    /** The drain that sends for it; null: none. */
    drain_token: uuid().nullable(),
    /** Number of the worker instance that runs the drain; its advisory lock shows whether the process is alive. */
    drain_instance: integer().nullable(),
    /** Last sign of progress other than an attempt: when the drain began, or released deliveries. */
    drain_seen_at: timestamp().nullable(),
    /** When the endpoint is due next; ignored while a drain runs, since the drain checks what is due itself. */
    next_due_at: timestamp().nullable(),
    /** When a drain was last requested; null once one has begun. */
    woken_at: timestamp().nullable(),
    /** Requests by the sweep since then; the pause grows with each. */
    wake_count: smallint().default(0),
    /** Raised by each change that a running drain must see. */
    version: integer().default(1),
    created_at: timestamp(),
    updated_at: timestamp(),
    deleted_at: timestamp().nullable(),
  },
  { because: 'Deleted endpoints are named by their deliveries.' },
  { personal: ['text', 'credential'], secret: ['secret', 'previous_secret'] },
);
export type WebhookEndpointRow = Row<typeof webhookEndpointTable>;

/** An event for one endpoint. */
export const webhookDeliveryTable = table(
  'webhook_delivery',
  {
    id: identity(),
    endpoint_id: bigint(),
    event_id: varchar(30),
    event_type: varchar(64),
    status: oneOf(DELIVERY_STATUSES, 10),
    /** Failed attempts that count in the retry schedule. */
    failures: smallint().default(0),
    /** All attempts, interrupted ones included; also the number of the latest. */
    attempts: smallint().default(0),
    due_at: timestamp(),
    lease_token: uuid().nullable(),
    lease_until: timestamp().nullable(),
    /** Number of the worker instance that holds the lease; its advisory lock shows whether the process is alive. */
    lease_instance: integer().nullable(),
    last_response_code: smallint().nullable(),
    created_at: timestamp(),
    finished_at: timestamp().nullable(),
  },
  {
    since: 'created_at',
    days: 90,
    setting: 'RETENTION_DELIVERY_DAYS',
    condition: "status <> 'pending'",
    beforeDelete: { before: 'platform_event', sql: FAIL_OUTLIVED },
  },
  { personal: [], of: [{ to: 'webhook_endpoint', by: 'endpoint_id' }] },
);
export type WebhookDeliveryRow = Row<typeof webhookDeliveryTable>;

/** One attempt to deliver. */
export const webhookAttemptTable = table(
  'webhook_attempt',
  {
    delivery_id: bigint().key(),
    number: smallint().key(),
    outcome: oneOf(ATTEMPT_OUTCOMES, 12),
    response_code: smallint().nullable(),
    error_class: varchar(24).nullable(),
    error: varchar(500).nullable(),
    response_excerpt: text().nullable(),
    /** At most 2 KiB, without cookies; null for attempts that got no answer, and for those before they were kept. */
    response_headers: json<Record<string, string>>().nullable(),
    duration_ms: integer().nullable(),
    started_at: timestamp(),
  },
  { with: 'webhook_delivery' },
  { personal: ['text'], of: [{ to: 'webhook_delivery', by: 'delivery_id' }] },
);
export type WebhookAttemptRow = Row<typeof webhookAttemptTable>;
