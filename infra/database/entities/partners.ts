import { EntitySchema } from 'typeorm';
import {
  bigint,
  boolean,
  bytes,
  currency,
  decimal,
  defaulting,
  id,
  integer,
  nullable,
  textArray,
  timestamp,
  varchar,
} from './columns.ts';

/** A partner; `capabilities` null means all of the catalogue. */
export interface PartnerRow {
  id: number;
  name: string;
  plan: 'starter' | 'accelerate' | 'business' | 'command_plus' | 'enterprise';
  status: 'active' | 'suspended';
  capabilities: string[] | null;
  marketplace_customer_id: string | null;
  /** Raised by each change that credentials depend on, so that cached copies are recognised as stale. */
  version: number;
  created_at: Date;
  updated_at: Date;
}

export const PartnerEntity = new EntitySchema<PartnerRow>({
  name: 'partner',
  columns: {
    id,
    name: varchar(255),
    plan: varchar(20),
    status: defaulting(varchar(20), 'active'),
    capabilities: nullable(textArray),
    marketplace_customer_id: nullable(varchar(255)),
    version: defaulting(integer, 1),
    created_at: timestamp,
    updated_at: timestamp,
  },
});

/** Key of an administrator; only the SHA-256 of it is kept. */
export interface AdminKeyRow {
  id: number;
  name: string;
  key_hash: Buffer;
  prefix: string;
  is_active: boolean;
  created_at: Date;
  version: number;
}

export const AdminKeyEntity = new EntitySchema<AdminKeyRow>({
  name: 'admin_key',
  columns: {
    id,
    name: varchar(255),
    key_hash: bytes,
    prefix: varchar(12),
    is_active: defaulting(boolean, true),
    created_at: timestamp,
    version: defaulting(integer, 1),
  },
});

/** API key of a partner; only the SHA-256 of it is kept. */
export interface PartnerKeyRow {
  id: number;
  partner_id: number;
  /** First key of a chain of rotations; null when this is the first. */
  lineage_id: number | null;
  name: string;
  key_hash: Buffer;
  prefix: string;
  scoped_capabilities: string[] | null;
  allowed_ip_addresses: string[] | null;
  rate_limit_per_minute: number;
  daily_credit_limit: number | null;
  sandbox: boolean;
  is_active: boolean;
  expires_at: Date | null;
  created_at: Date;
  revoked_at: Date | null;
  revoked_reason: string | null;
  total_requests: number;
  last_used_at: Date | null;
  version: number;
}

export const PartnerKeyEntity = new EntitySchema<PartnerKeyRow>({
  name: 'partner_key',
  columns: {
    id,
    partner_id: bigint,
    lineage_id: nullable(bigint),
    name: varchar(255),
    key_hash: bytes,
    prefix: varchar(12),
    scoped_capabilities: nullable(textArray),
    allowed_ip_addresses: nullable(textArray),
    rate_limit_per_minute: integer,
    daily_credit_limit: nullable(bigint),
    sandbox: defaulting(boolean, false),
    is_active: defaulting(boolean, true),
    expires_at: nullable(timestamp),
    created_at: timestamp,
    revoked_at: nullable(timestamp),
    revoked_reason: nullable(varchar(255)),
    total_requests: defaulting(bigint, 0),
    last_used_at: nullable(timestamp),
    version: defaulting(integer, 1),
  },
});

/** An order reported by a billing system; amounts in minor units. */
export interface OrderRow {
  id: number;
  partner_id: number;
  billing_type: 'subscription' | 'token_pack' | 'marketplace_usage' | 'free_trial' | 'demo';
  amount_minor: number;
  currency: string;
  description: string;
  reference: string;
  created_at: Date;
}

export const OrderEntity = new EntitySchema<OrderRow>({
  name: 'customer_order',
  columns: {
    id,
    partner_id: bigint,
    billing_type: varchar(20),
    amount_minor: bigint,
    currency,
    description: varchar(500),
    reference: varchar(120),
    created_at: timestamp,
  },
});

/** Metered use of a marketplace dimension; quantity and price are decimal strings. */
export interface UsageRecordRow {
  id: number;
  partner_id: number;
  dimension: string;
  quantity: string;
  unit_price: string;
  currency: string;
  occurred_at: Date;
  reference: string | null;
  created_at: Date;
}

export const UsageRecordEntity = new EntitySchema<UsageRecordRow>({
  name: 'usage_record',
  columns: {
    id,
    partner_id: bigint,
    dimension: varchar(120),
    quantity: decimal,
    unit_price: decimal,
    currency,
    occurred_at: timestamp,
    reference: nullable(varchar(120)),
    created_at: timestamp,
  },
});
