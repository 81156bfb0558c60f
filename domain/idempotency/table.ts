import {
  bytes,
  identity,
  type Row,
  sealed,
  smallint,
  table,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';

/** A request with an Idempotency-Key. */
export const idempotencyKeyTable = table(
  'idempotency_key',
  {
    id: identity(),
    owner: varchar(40),
    method: varchar(8),
    path: varchar(2048),
    key: varchar(255),
    /** HMAC of the body; empty: any body. */
    fingerprint: bytes(),
    /** The key by which the fingerprint was made; null: unknown, made by a release before 0.3. */
    key_id: bytes().nullable(),
    lock_token: uuid().nullable(),
    locked_until: timestamp().nullable(),
    status: smallint().nullable(),
    answer: sealed().nullable(),
    made_type: varchar(40).nullable(),
    made_id: varchar(64).nullable(),
    created_at: timestamp(),
    expires_at: timestamp(),
  },
  { since: 'expires_at', days: 0 },
  {
    personal: ['text', 'activity'],
    of: [
      { to: 'partner', by: 'owner', as: ["'partner:' || key", "'partner:' || key || ':sandbox'"] },
      { to: 'app_user', by: 'owner', as: ["'user:' || key"] },
      { to: 'oauth_client', by: 'owner', as: ["'client:' || key"] },
    ],
    people: { by: 'owner', as: ["'user:' || key"], erased: 'deleted' },
    secret: ['answer', 'fingerprint'],
  },
);
export type IdempotencyKeyRow = Row<typeof idempotencyKeyTable>;
