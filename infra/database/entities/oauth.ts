import { EntitySchema } from 'typeorm';
import { bigint, bytes, defaulting, id, integer, json, nullable, textArray, timestamp, varchar } from './columns.ts';

/** Role of a user or client within a partner's team. */
type RoleColumn = 'owner' | 'admin' | 'editor' | 'analyst' | 'viewer';

/** A person of a partner's team. */
export interface UserRow {
  id: number;
  partner_id: number;
  /** Lower case; unique over all partners. */
  email: string;
  name: string;
  /** null: signs in elsewhere only. */
  password_hash: string | null;
  /** How an external issuer names the user. */
  external_subject: string | null;
  role: RoleColumn;
  status: 'active' | 'disabled';
  /** Raised by each change that credentials depend on, so that cached copies are recognised as stale. */
  version: number;
  created_at: Date;
  updated_at: Date;
}

export const UserEntity = new EntitySchema<UserRow>({
  name: 'app_user',
  columns: {
    id,
    partner_id: bigint,
    email: varchar(254),
    name: varchar(255),
    password_hash: nullable(varchar(255)),
    external_subject: nullable(varchar(255)),
    role: varchar(10),
    status: defaulting(varchar(10), 'active'),
    version: defaulting(integer, 1),
    created_at: timestamp,
    updated_at: timestamp,
  },
});

/** A program that may ask for access tokens. */
export interface OauthClientRow {
  id: number;
  client_id: string;
  /** null: it registered itself. */
  partner_id: number | null;
  name: string;
  /** What it may do on its own behalf; null where it has no partner. */
  role: RoleColumn | null;
  /** Scopes it may ask for; null: all. */
  scopes: string[] | null;
  /** What OAuth calls client metadata; the secret in it is a SHA-256. */
  metadata: Record<string, unknown>;
  version: number;
  created_at: Date;
}

export const OauthClientEntity = new EntitySchema<OauthClientRow>({
  name: 'oauth_client',
  columns: {
    id,
    client_id: varchar(64),
    partner_id: nullable(bigint),
    name: varchar(255),
    role: nullable(varchar(10)),
    scopes: nullable(textArray),
    metadata: json,
    version: defaulting(integer, 1),
    created_at: timestamp,
  },
});

/** Something the authorization server keeps: a session, a grant, a code, a refresh token. */
export interface OauthRecordRow {
  id: number;
  kind: string;
  /** SHA-256 of its id. */
  key: Buffer;
  grant_key: Buffer | null;
  uid_key: Buffer | null;
  user_id: number | null;
  client_id: string | null;
  /** Sealed JSON. */
  payload: Buffer;
  expires_at: Date;
  consumed_at: Date | null;
  created_at: Date;
}

export const OauthRecordEntity = new EntitySchema<OauthRecordRow>({
  name: 'oauth_record',
  columns: {
    id,
    kind: varchar(32),
    key: bytes,
    grant_key: nullable(bytes),
    uid_key: nullable(bytes),
    user_id: nullable(bigint),
    client_id: nullable(varchar(64)),
    payload: bytes,
    expires_at: timestamp,
    consumed_at: nullable(timestamp),
    created_at: timestamp,
  },
});
