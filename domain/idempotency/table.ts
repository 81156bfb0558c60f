import { bytes, identity, type Row, smallint, table, timestamp, uuid, varchar } from '../../infra/database/table.ts';

/** A request with an Idempotency-Key; `answer` is encrypted. */
export const idempotencyKeyTable = table(
  'idempotency_key',
  {
    id: identity(),
    owner: varchar(40),
    method: varchar(8),
    path: varchar(2048),
    key: varchar(255),
    fingerprint: bytes(),
    lock_token: uuid().nullable(),
    locked_until: timestamp().nullable(),
    status: smallint().nullable(),
    answer: bytes().nullable(),
    made_type: varchar(40).nullable(),
    made_id: varchar(64).nullable(),
    created_at: timestamp(),
    expires_at: timestamp(),
  },
  { since: 'expires_at', days: 0 },
);
export type IdempotencyKeyRow = Row<typeof idempotencyKeyTable>;
