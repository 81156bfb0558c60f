import { EntitySchema } from 'typeorm';
import {
  bigint,
  boolean,
  bytes,
  defaulting,
  id,
  integer,
  key,
  nullable,
  smallint,
  text,
  textArray,
  timestamp,
  uuid,
  varchar,
} from './columns.ts';

/** Where a partner wants its events sent. Secrets are sealed. */
export interface WebhookEndpointRow {
  id: number;
  row_key: string;
  partner_id: number;
  url: string;
  events: string[];
  description: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  active: boolean;
  /** Deliveries wait, rather than being skipped. */
  paused: boolean;
  disabled_reason: string | null;
  /** Failed attempts since the last success. */
  failure_count: number;
  /** Time-outs in a row; from five on, the endpoint is probed one delivery at a time. */
  timeout_count: number;
  last_triggered_at: Date | null;
  last_response_code: number | null;
  last_success_at: Date | null;
  /** Whether a drain is awake for it. */
  busy: boolean;
  /** The drain that sends for it; null while none does. */
  drain_token: string | null;
  /** Number of the worker instance in which the drain runs; its advisory lock tells whether it lives. */
  drain_instance: number | null;
  /** When a drain was last asked for. */
  woken_at: Date | null;
  /** Raised by each change that a running drain must see. */
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export const WebhookEndpointEntity = new EntitySchema<WebhookEndpointRow>({
  name: 'webhook_endpoint',
  columns: {
    id,
    row_key: uuid,
    partner_id: bigint,
    url: varchar(2048),
    events: textArray,
    description: defaulting(varchar(255), ''),
    secret: bytes,
    previous_secret: nullable(bytes),
    previous_secret_until: nullable(timestamp),
    active: boolean,
    paused: defaulting(boolean, false),
    disabled_reason: nullable(varchar(255)),
    failure_count: defaulting(integer, 0),
    timeout_count: defaulting(integer, 0),
    last_triggered_at: nullable(timestamp),
    last_response_code: nullable(smallint),
    last_success_at: nullable(timestamp),
    busy: defaulting(boolean, false),
    drain_token: nullable(uuid),
    drain_instance: nullable(integer),
    woken_at: nullable(timestamp),
    version: defaulting(integer, 1),
    created_at: timestamp,
    updated_at: timestamp,
    deleted_at: nullable(timestamp),
  },
});

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'skipped';

/** An event on its way to one endpoint. */
export interface WebhookDeliveryRow {
  id: number;
  endpoint_id: number;
  event_id: string;
  event_type: string;
  status: DeliveryStatus;
  /** Failed attempts that count towards the schedule of retries. */
  failures: number;
  /** All attempts, interrupted ones too; the number of the latest. */
  attempts: number;
  due_at: Date;
  lease_token: string | null;
  lease_until: Date | null;
  /** Number of the worker instance that holds the lease; its advisory lock tells whether it lives. */
  lease_instance: number | null;
  last_response_code: number | null;
  created_at: Date;
  finished_at: Date | null;
}

export const WebhookDeliveryEntity = new EntitySchema<WebhookDeliveryRow>({
  name: 'webhook_delivery',
  columns: {
    id,
    endpoint_id: bigint,
    event_id: varchar(30),
    event_type: varchar(64),
    status: varchar(10),
    failures: defaulting(smallint, 0),
    attempts: defaulting(smallint, 0),
    due_at: timestamp,
    lease_token: nullable(uuid),
    lease_until: nullable(timestamp),
    lease_instance: nullable(integer),
    last_response_code: nullable(smallint),
    created_at: timestamp,
    finished_at: nullable(timestamp),
  },
});

export type AttemptOutcome = 'succeeded' | 'failed' | 'interrupted';

/** One try to deliver. */
export interface WebhookAttemptRow {
  delivery_id: number;
  number: number;
  outcome: AttemptOutcome;
  response_code: number | null;
  error_class: string | null;
  error: string | null;
  response_excerpt: string | null;
  duration_ms: number | null;
  started_at: Date;
}

export const WebhookAttemptEntity = new EntitySchema<WebhookAttemptRow>({
  name: 'webhook_attempt',
  columns: {
    delivery_id: key(bigint),
    number: key(smallint),
    outcome: varchar(12),
    response_code: nullable(smallint),
    error_class: nullable(varchar(24)),
    error: nullable(varchar(500)),
    response_excerpt: nullable(text),
    duration_ms: nullable(integer),
    started_at: timestamp,
  },
});
