import {
  countRecords,
  findRecord,
  insertRecord,
  listRecords,
  lockRecord,
  updateRecords,
} from '../../infra/database/records.ts';
import { execute, queryExists, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { NewSecret } from './secret.ts';
import { type PartnerKeyRow, partnerKeyTable } from './table.ts';

/** A key's settings; a rotation copies them. */
export type KeySettings = Pick<
  PartnerKeyRow,
  | 'name'
  | 'scoped_capabilities'
  | 'allowed_ip_addresses'
  | 'rate_limit_per_minute'
  | 'daily_credit_limit'
  | 'expires_at'
  | 'sandbox'
  | 'role'
>;

/** Adds a key. */
export async function insertKey(
  db: Db,
  now: Date,
  partnerId: number,
  secret: NewSecret,
  settings: KeySettings,
): Promise<PartnerKeyRow> {
  return insertRecord(db, partnerKeyTable, {
    ...settings,
    partner_id: partnerId,
    key_hash: secret.hash,
    prefix: secret.prefix,
    created_at: now,
  });
}

/**
 * Revokes a valid key and inserts one with the same settings and rotation family, in one statement: of two concurrent
 * rotations, one finds the key revoked. Null when the key was not valid.
 */
export async function replaceKey(
  db: Db,
  now: Date,
  keyId: number,
  replacement: { secret: NewSecret; reason: string },
): Promise<PartnerKeyRow | null> {
  const { secret, reason } = replacement;
  return queryMaybeRow(
    db,
    partnerKeyTable,
    `WITH revoked AS (
       UPDATE partner_key SET is_active = false, revoked_at = $2, revoked_reason = $3, version = version + 1
       WHERE id = $1 AND is_active AND (expires_at IS NULL OR expires_at > $2)
       RETURNING *
     )
     INSERT INTO partner_key (partner_id, lineage_id, key_hash, prefix, name, scoped_capabilities, allowed_ip_addresses,
                              rate_limit_per_minute, daily_credit_limit, expires_at, sandbox, role, created_at)
     SELECT partner_id, coalesce(lineage_id, id), $4, $5, name, scoped_capabilities, allowed_ip_addresses,
            rate_limit_per_minute, daily_credit_limit, expires_at, sandbox, role, $2
     FROM revoked RETURNING *`,
    [keyId, now, reason, secret.hash, secret.prefix],
  );
}

/** Changes settings of an active key; those that are absent stay. False for a revoked key. */
export async function updateKey(
  db: Db,
  keyId: number,
  changes: { [Name in Exclude<keyof KeySettings, 'sandbox' | 'role'>]?: KeySettings[Name] | undefined },
): Promise<boolean> {
  const version = () => 'version + 1';
  return (await updateRecords(db, partnerKeyTable, { id: keyId, is_active: true }, { ...changes, version })) > 0;
}

/** Revokes an active key; false when it was revoked before, and its time and reason stay. */
export async function revokeKey(db: Db, now: Date, keyId: number, reason: string): Promise<boolean> {
  return queryExists(
    db,
    `WITH revoked AS (
       UPDATE partner_key SET is_active = false, revoked_at = $2, revoked_reason = $3, version = version + 1
       WHERE id = $1 AND is_active RETURNING id
     ) SELECT id FROM revoked`,
    [keyId, now, reason],
  );
}

/** A key by number, locked until the transaction ends; null when there is none. */
export function lockKey(db: Db, keyId: number): Promise<PartnerKeyRow | null> {
  return lockRecord(db, partnerKeyTable, { id: keyId });
}

/** A key of the partner, or null. */
export function findKey(db: Db, partnerId: number, keyId: number): Promise<PartnerKeyRow | null> {
  return findRecord(db, partnerKeyTable, { id: keyId, partner_id: partnerId });
}

/** A key of any partner by number, or null. */
export function findKeyById(db: Db, keyId: number): Promise<PartnerKeyRow | null> {
  return findRecord(db, partnerKeyTable, { id: keyId });
}

/** Number of a partner's keys that are not revoked. */
export function countActiveKeys(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, partnerKeyTable, { partner_id: partnerId, is_active: true });
}

/** Most revoked keys in the list, which has no pages: each rotation leaves one. */
export const REVOKED_SHOWN = 100;

/** A partner's keys, newest first: all that are not revoked, and the newest revoked ones. */
export function selectKeys(db: Db, partnerId: number): Promise<PartnerKeyRow[]> {
  return queryRows(
    db,
    partnerKeyTable,
    `SELECT * FROM partner_key WHERE partner_id = $1 AND is_active
     UNION ALL
     (SELECT * FROM partner_key WHERE partner_id = $1 AND NOT is_active ORDER BY id DESC LIMIT $2)
     ORDER BY id DESC`,
    [partnerId, REVOKED_SHOWN],
  );
}

/** The partner's keys that are not revoked, newest first. */
export function selectActiveKeys(db: Db, partnerId: number): Promise<PartnerKeyRow[]> {
  return listRecords(db, partnerKeyTable, { partner_id: partnerId, is_active: true }, { order: { id: 'DESC' } });
}

/** The key that a rotation replaced with the given one; null for a key that was not made by rotation. */
export async function findPredecessor(db: Db, key: PartnerKeyRow): Promise<PartnerKeyRow | null> {
  return queryMaybeRow(
    db,
    partnerKeyTable,
    `SELECT * FROM partner_key WHERE coalesce(lineage_id, id) = $1 AND partner_id = $2 AND id < $3
     ORDER BY id DESC LIMIT 1`,
    [key.lineage_id, key.partner_id, key.id],
  );
}

/** Uses of a key since they were last saved. */
export interface KeyUse {
  id: number;
  requests: number;
  lastUsedAt: Date;
  /** Where the last request came from. */
  lastAddress: string;
}

/** Adds the uses to the keys; locks the rows in the order of ids. */
export async function addKeyUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  const ordered = [...uses].sort((a, b) => a.id - b.id);
  await execute(
    db,
    `WITH uses AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::varchar[])
                     AS u(id, requests, last_used_at, last_address)),
          locked AS (SELECT id FROM partner_key WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE)
     UPDATE partner_key k
     SET total_requests = k.total_requests + u.requests, last_used_at = greatest(k.last_used_at, u.last_used_at),
         last_address = CASE WHEN k.last_used_at > u.last_used_at THEN k.last_address ELSE u.last_address END
     FROM uses u JOIN locked l ON l.id = u.id WHERE k.id = u.id`,
    [
      ordered.map((use) => use.id),
      ordered.map((use) => use.requests),
      ordered.map((use) => use.lastUsedAt),
      ordered.map((use) => use.lastAddress),
    ],
  );
}

/** Sums of the use of a key and those it was rotated from: on the last of the days, and on all. */
export interface KeySums {
  requests_today: number;
  requests: number;
  errors: number;
  credits_today: number;
  credits: number;
}

/**
 * Use of keys between two UTC days, both inclusive, by key family. Reads rollups by their index: a row for each key and
 * day.
 */
export async function selectKeySums(
  db: Db,
  partnerId: number,
  keyFamilyIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<Map<number, KeySums>> {
  const ofKeys = `partner_id = $1 AND day BETWEEN $3::date AND $4::date AND caller_kind = 'partner_key' AND caller_id = ANY ($2)`;
  const count = bigint();
  const rows = await queryRows(
    db,
    { id: bigint(), requests_today: count, requests: count, errors: count, credits_today: count, credits: count },
    `WITH used AS (
       SELECT caller_id, day, requests, errors, 0::bigint AS credits FROM caller_day WHERE ${ofKeys}
       UNION ALL SELECT caller_id, day, 0, 0, used FROM credit_caller_day WHERE ${ofKeys}
     )
     SELECT caller_id AS id,
            coalesce(sum(requests) FILTER (WHERE day = $4::date), 0)::bigint AS requests_today,
            sum(requests)::bigint AS requests, sum(errors)::bigint AS errors,
            coalesce(sum(credits) FILTER (WHERE day = $4::date), 0)::bigint AS credits_today,
            sum(credits)::bigint AS credits
     FROM used GROUP BY caller_id`,
    [partnerId, keyFamilyIds, from, to],
  );
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}
