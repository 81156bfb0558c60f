import { EntitySchema } from 'typeorm';
import {
  bigint,
  bytes,
  defaulting,
  id,
  integer,
  json,
  key,
  nullable,
  smallint,
  timestamp,
  uuid,
  varchar,
} from './columns.ts';

/** A command for the durable engine, committed with the change that wants it. */
export interface OutboxRow {
  id: number;
  kind: string;
  command: { kind: string };
  available_at: Date;
  attempts: number;
  parked_at: Date | null;
  last_error: string | null;
  created_at: Date;
}

export const OutboxEntity = new EntitySchema<OutboxRow>({
  name: 'outbox',
  columns: {
    id,
    kind: varchar(64),
    command: json,
    available_at: { ...timestamp, default: () => "clock_timestamp() + interval '2 seconds'" },
    attempts: defaulting(integer, 0),
    parked_at: nullable(timestamp),
    last_error: nullable(varchar(500)),
    created_at: timestamp,
  },
});

/** Something that happened to a partner's records; id is `evt_` + ULID. */
export interface PlatformEventRow {
  id: string;
  partner_id: number;
  type: string;
  data: Record<string, unknown>;
  occurred_at: Date;
}

export const PlatformEventEntity = new EntitySchema<PlatformEventRow>({
  name: 'platform_event',
  columns: {
    id: key(varchar(30)),
    partner_id: bigint,
    type: varchar(64),
    data: json,
    occurred_at: timestamp,
  },
});

/** Who did what to which record. */
export interface AuditLogRow {
  id: number;
  partner_id: number | null;
  actor_kind: string;
  actor_id: number | null;
  action: string;
  resource_type: string;
  resource_id: string;
  details: Record<string, unknown> | null;
  request_id: string;
  created_at: Date;
}

export const AuditLogEntity = new EntitySchema<AuditLogRow>({
  name: 'audit_log',
  columns: {
    id,
    partner_id: nullable(bigint),
    actor_kind: varchar(20),
    actor_id: nullable(bigint),
    action: varchar(80),
    resource_type: varchar(40),
    resource_id: varchar(64),
    details: nullable(json),
    request_id: varchar(64),
    created_at: timestamp,
  },
});

/** A request that may be repeated with the same Idempotency-Key; `answer` is sealed. */
export interface IdempotencyKeyRow {
  id: number;
  owner: string;
  method: string;
  path: string;
  key: string;
  fingerprint: Buffer;
  lock_token: string | null;
  locked_until: Date | null;
  status: number | null;
  answer: Buffer | null;
  made_type: string | null;
  made_id: string | null;
  created_at: Date;
  expires_at: Date;
}

export const IdempotencyKeyEntity = new EntitySchema<IdempotencyKeyRow>({
  name: 'idempotency_key',
  columns: {
    id,
    owner: varchar(40),
    method: varchar(8),
    path: varchar(2048),
    key: varchar(255),
    fingerprint: bytes,
    lock_token: nullable(uuid),
    locked_until: nullable(timestamp),
    status: nullable(smallint),
    answer: nullable(bytes),
    made_type: nullable(varchar(40)),
    made_id: nullable(varchar(64)),
    created_at: timestamp,
    expires_at: timestamp,
  },
});
