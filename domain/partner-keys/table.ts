import {
  bigint,
  boolean,
  bytes,
  identity,
  integer,
  oneOf,
  type Row,
  table,
  textArray,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { ROLES } from '../kernel/permissions.ts';

/** API key of a partner; only its SHA-256 is stored. */
export const partnerKeyTable = table(
  'partner_key',
  {
    id: identity(),
    partner_id: bigint(),
    /** First key of a chain of rotations; null for the first itself. */
    lineage_id: bigint().nullable(),
    name: varchar(255),
    key_hash: bytes(),
    prefix: varchar(12),
    scoped_capabilities: textArray().nullable(),
    allowed_ip_addresses: textArray().nullable(),
    rate_limit_per_minute: integer(),
    daily_credit_limit: bigint().nullable(),
    sandbox: boolean().default(false),
    is_active: boolean().default(true),
    expires_at: timestamp().nullable(),
    created_at: timestamp(),
    revoked_at: timestamp().nullable(),
    revoked_reason: varchar(255).nullable(),
    total_requests: bigint().default(0),
    last_used_at: timestamp().nullable(),
    /** Where the last request came from. */
    last_address: varchar(45).nullable(),
    /** The role of the person who made it, whose permissions it has; null: all permissions. */
    role: oneOf(ROLES, 10).nullable(),
    version: integer().default(1),
  },
  { because: 'Calls, credits and the audit log name their key.' },
  {
    personal: ['text', 'activity', 'credential'],
    kept: {
      because: 'The ledger names its keys.',
      cleared: {
        name: "'Erased key'",
        key_hash: "sha256(convert_to('erased ' || id, 'UTF8'))",
        prefix: "'erased'",
        allowed_ip_addresses: 'NULL',
        last_address: 'NULL',
        revoked_reason: 'NULL',
        is_active: 'false',
      },
    },
    secret: ['key_hash'],
  },
);
export type PartnerKeyRow = Row<typeof partnerKeyTable>;

/** A key that was just created; `plaintext` is null when the response is repeated. */
export interface CreatedKey {
  key: PartnerKeyRow;
  plaintext: string | null;
}

/** A key that was just created to replace another. */
export interface RotatedKey extends CreatedKey {
  revokedKeyId: number;
}
