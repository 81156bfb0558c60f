import type { CommitStatement } from '../../infra/database/port.ts';
import { findRecord, insertRecord, lockRecord } from '../../infra/database/records.ts';
import {
  execute,
  executeCount,
  pick,
  queryExists,
  queryMaybeRow,
  queryRow,
  queryRows,
} from '../../infra/database/sql.ts';
import { bigint, boolean } from '../../infra/database/table.ts';
import type { Caller } from '../kernel/callers.ts';
import type { Db } from '../kernel/deps.ts';
import { isLapsed } from '../kernel/sql.ts';
import type { CapturedCredits } from './rules.ts';
import {
  type CreditAccountRow,
  type CreditEntryRow,
  type CreditKind,
  creditAccountTable,
  creditCallerDayTable,
  creditCapabilityDayTable,
  creditEntryTable,
  creditKeyDayTable,
  type PaidRequestRow,
  paidRequestTable,
} from './table.ts';

/** Values of a hold. */
export interface NewHold {
  partnerId: number;
  amount: number;
  reference: string;
  capability: string;
  keyFamilyId: number | null;
  caller: Pick<Caller, 'kind' | 'id'> | null;
  dailyLimit: number | null;
  day: string;
  now: Date;
}

/** SQLSTATEs of a rejected hold; the detail of `NO_CREDITS` is the available amount. */
export const HOLD_REFUSALS = { DAILY_LIMIT: 'MW002', NO_CREDITS: 'MW003' } as const;

/**
 * Each part of the statement depends on the one before it, which also fixes the order of locks: entry, key-day, account.
 * A failed guard raises after the parts before it have run.
 */
const HOLD = `
WITH entry AS (
  INSERT INTO credit_entry (partner_id, kind, amount, reference, lineage_id, capability, day, created_at,
                            caller_kind, caller_id)
  VALUES ($1, 'hold', $2::bigint, $3, $4::bigint, $5, $6::date, $7, $9, $10::bigint)
  ON CONFLICT (partner_id, reference, kind) DO NOTHING
  RETURNING amount
), key_day AS (
  INSERT INTO credit_key_day AS key_day (lineage_id, day, used)
  SELECT $4::bigint, $6::date, amount FROM entry
  WHERE $4::bigint IS NOT NULL AND ($8::bigint IS NULL OR amount <= $8::bigint)
  ON CONFLICT (lineage_id, day) DO UPDATE SET used = key_day.used + excluded.used
  WHERE $8::bigint IS NULL OR key_day.used + excluded.used <= $8::bigint
  RETURNING used
), account AS (
  UPDATE credit_account SET held = held + entry.amount
  FROM entry
  WHERE partner_id = $1 AND balance - held >= entry.amount
    AND ($4::bigint IS NULL OR EXISTS (SELECT FROM key_day))
  RETURNING held
)
SELECT CASE
  WHEN NOT EXISTS (SELECT FROM entry) OR EXISTS (SELECT FROM account) THEN true
  WHEN $4::bigint IS NOT NULL AND NOT EXISTS (SELECT FROM key_day) THEN refuse('${HOLD_REFUSALS.DAILY_LIMIT}', '')
  ELSE refuse_hold('${HOLD_REFUSALS.NO_CREDITS}', $1)
END`;

/** The statement that inserts a hold once and, when it is new, counts it on the key's day and on the account. */
export function holdStatement(hold: NewHold): Pick<CommitStatement, 'text' | 'values'> {
  const { partnerId, amount, reference, keyFamilyId, capability, day, now, dailyLimit, caller } = hold;
  const values = [partnerId, amount, reference, keyFamilyId, capability, day, now, dailyLimit];
  return { text: HOLD, values: [...values, caller?.kind ?? null, caller?.id ?? null] };
}

/** SQL for the balance below which a partner is warned. */
const WARNS_BELOW = 'coalesce(low_threshold, filled_to / 5)';
/** SQL for an account whose credits are used up; a threshold of 0 never warns. */
const IS_EMPTY = '(balance = 0 AND filled_to > 0 AND coalesce(low_threshold, 1) > 0)';

/**
 * The release entry, of 0 when all was used, marks the hold as settled: under its unique key only the first
 * settlement takes effect, whatever a later one asks for. Locks in the order of a hold.
 */
const SETTLE = `
WITH hold AS (
  SELECT amount, LEAST($3::bigint, amount) AS used, lineage_id, capability, day, caller_kind, caller_id
  FROM credit_entry WHERE partner_id = $1 AND reference = $2 AND kind = 'hold'
), release AS (
  INSERT INTO credit_entry (partner_id, kind, amount, reference, lineage_id, capability, day, created_at)
  SELECT $1, 'release', amount - used, $2, lineage_id, capability, day, $4 FROM hold
  ON CONFLICT (partner_id, reference, kind) DO NOTHING
  RETURNING amount
), capture AS (
  INSERT INTO credit_entry (partner_id, kind, amount, reference, lineage_id, capability, day, created_at,
                            caller_kind, caller_id)
  SELECT $1, 'capture', used, $2, lineage_id, capability, day, $4, caller_kind, caller_id FROM hold, release WHERE used > 0
), key_day AS (
  UPDATE credit_key_day AS key_day SET used = key_day.used - release.amount
  FROM hold, release
  WHERE key_day.lineage_id = hold.lineage_id AND key_day.day = hold.day AND release.amount > 0
  RETURNING key_day.used
), account AS (
  UPDATE credit_account SET balance = balance - hold.used, held = held - hold.amount
  FROM hold, release
  WHERE partner_id = $1 AND (SELECT count(*) FROM key_day) >= 0
  RETURNING debt, NOT is_low AND balance < ${WARNS_BELOW} OR NOT is_exhausted AND ${IS_EMPTY} AS falls
)
SELECT hold.used AS captured, release.amount AS released, account.debt, account.falls FROM hold, release, account`;

/**
 * Captures up to what is held and releases the rest; null when there is no hold or it was settled before. `debt` is
 * what the account owes, not yet collected from what was released; `falls`: below the balance at which the partner is
 * warned, or to 0. The row stays locked.
 */
export async function insertSettlement(
  db: Db,
  settlement: { partnerId: number; reference: string; used: number; now: Date },
): Promise<{ captured: number; released: number; debt: number; falls: boolean } | null> {
  const { partnerId, reference, used, now } = settlement;
  const shape = { captured: bigint(), released: bigint(), debt: bigint(), falls: boolean() };
  return queryMaybeRow(db, shape, SETTLE, [partnerId, reference, used, now]);
}

/** References of a partner's holds that have not been settled, oldest first. */
export async function selectOpenHolds(db: Db, partnerId: number, limit: number): Promise<string[]> {
  const rows = await queryRows(
    db,
    pick(creditEntryTable, 'reference'),
    `SELECT reference FROM credit_entry h WHERE partner_id = $1 AND kind = 'hold' AND NOT EXISTS (
       SELECT FROM credit_entry r WHERE r.partner_id = h.partner_id AND r.reference = h.reference AND r.kind = 'release'
     ) ORDER BY id LIMIT $2`,
    [partnerId, limit],
  );
  return rows.map(({ reference }) => reference);
}

/** A grant of credits, or an administrator's adjustment. */
export interface NewGrant {
  partnerId: number;
  kind: Extract<CreditKind, 'grant' | 'purchase' | 'adjustment'>;
  amount: number;
  reference: string;
  reason: string | null;
  day: string;
  now: Date;
}

const GRANT = `
WITH entry AS (
  INSERT INTO credit_entry (partner_id, kind, amount, reference, reason, day, created_at)
  VALUES ($1, $2, $3::bigint, $4, $5, $6::date, $7)
  ON CONFLICT (partner_id, reference, kind) DO NOTHING
  RETURNING amount
), account AS (
  UPDATE credit_account SET balance = balance + entry.amount,
    filled_to = CASE WHEN $2 IN ('grant', 'purchase') AND entry.amount > 0 THEN balance + entry.amount ELSE filled_to END
  FROM entry
  WHERE partner_id = $1 AND balance + entry.amount >= held
  RETURNING balance
)
SELECT EXISTS (SELECT FROM entry) AS entered, EXISTS (SELECT FROM account) AS within_balance`;

/** Inserts a grant once and adds it to the account; a negative amount cannot take held credits. */
export async function insertGrant(db: Db, grant: NewGrant): Promise<{ entered: boolean; withinBalance: boolean }> {
  const { partnerId, kind, amount, reference, reason, day, now } = grant;
  const row = await queryRow(db, { entered: boolean(), within_balance: boolean() }, GRANT, [
    partnerId,
    kind,
    amount,
    reference,
    reason,
    day,
    now,
  ]);
  return { entered: row.entered, withinBalance: row.within_balance };
}

/** The previous statement of the transaction locked the row, so it cannot change between reading and writing. */
const COLLECT = `
WITH due AS (
  SELECT LEAST(debt, balance - held) AS amount FROM credit_account WHERE partner_id = $1 AND debt > 0
), account AS (
  UPDATE credit_account SET balance = balance - due.amount, debt = debt - due.amount
  FROM due WHERE partner_id = $1 AND due.amount > 0
)
INSERT INTO credit_entry (partner_id, kind, amount, reference, reason, day, created_at)
SELECT $1, 'adjustment', -amount, $2, $3, $4::date, $5 FROM due WHERE amount > 0`;

/** Values of an entry that collects a debt. */
export type Collection = Pick<NewGrant, 'partnerId' | 'reference' | 'reason' | 'day' | 'now'>;

/** Pays the account's debt from its available credits; the row must be locked. */
export async function collectDebt(db: Db, { partnerId, reference, reason, day, now }: Collection): Promise<void> {
  await execute(db, COLLECT, [partnerId, reference, reason, day, now]);
}

/** Increases the account's debt and locks its row. */
export async function raiseDebt(db: Db, partnerId: number, amount: number): Promise<void> {
  await execute(db, 'UPDATE credit_account SET debt = debt + $2 WHERE partner_id = $1', [partnerId, amount]);
}

/** Below what the balance fell or rose, and the balance. */
export interface CreditLevel {
  balance: number;
  /** Credits below which the partner is warned. */
  warnsBelow: number;
}

/** Marks an account whose balance fell below its threshold; null where it has not, or was marked before. */
export async function markLow(db: Db, partnerId: number): Promise<CreditLevel | null> {
  const row = await queryMaybeRow(
    db,
    { balance: bigint(), warns_below: bigint() },
    `UPDATE credit_account SET is_low = true WHERE partner_id = $1 AND NOT is_low AND balance < ${WARNS_BELOW}
     RETURNING balance, ${WARNS_BELOW} AS warns_below`,
    [partnerId],
  );
  return row && { balance: row.balance, warnsBelow: row.warns_below };
}

/** Marks an account whose credits are used up; false where they are not, or it was marked before. */
export function markExhausted(db: Db, partnerId: number): Promise<boolean> {
  return queryExists(
    db,
    `UPDATE credit_account SET is_exhausted = true WHERE partner_id = $1 AND NOT is_exhausted AND ${IS_EMPTY} RETURNING partner_id`,
    [partnerId],
  );
}

/** Takes the marks from an account whose balance is not below its threshold, or not 0, any more. */
export async function unmarkLow(db: Db, partnerId: number): Promise<void> {
  await execute(
    db,
    `UPDATE credit_account SET is_low = is_low AND balance < ${WARNS_BELOW}, is_exhausted = is_exhausted AND balance = 0
     WHERE partner_id = $1 AND (is_low OR is_exhausted)`,
    [partnerId],
  );
}

/** The partner's account, locked until the transaction ends; null without one. */
export function lockAccount(db: Db, partnerId: number): Promise<CreditAccountRow | null> {
  return lockRecord(db, creditAccountTable, { partner_id: partnerId });
}

/** Sets the balance below which a partner is warned; null: a fifth of what the account was filled to. */
export async function saveThreshold(db: Db, partnerId: number, threshold: number | null): Promise<void> {
  await execute(db, 'UPDATE credit_account SET low_threshold = $2 WHERE partner_id = $1', [partnerId, threshold]);
}

/** The account of a new partner, without credits. */
export async function insertAccount(db: Db, partnerId: number): Promise<void> {
  await insertRecord(db, creditAccountTable, { partner_id: partnerId });
}

const NO_CREDITS = {
  balance: 0,
  held: 0,
  debt: 0,
  low_threshold: null,
  filled_to: 0,
  is_low: false,
  is_exhausted: false,
};

/** The partner's account; zero without one. */
export async function readAccount(db: Db, partnerId: number): Promise<CreditAccountRow> {
  const account = await findRecord(db, creditAccountTable, { partner_id: partnerId });
  return account ?? { ...NO_CREDITS, partner_id: partnerId };
}

/** An entry by its unique key; null when there is none. */
export function findEntry(
  db: Db,
  key: Pick<CreditEntryRow, 'partner_id' | 'reference' | 'kind'>,
): Promise<CreditEntryRow | null> {
  return findRecord(db, creditEntryTable, key);
}

/** An entry by its id; null when there is none. */
export function findEntryById(db: Db, id: number): Promise<CreditEntryRow | null> {
  return findRecord(db, creditEntryTable, { id });
}

/** Captured credits between two UTC days, both inclusive, by capability. */
export async function readCapabilityCharges(
  db: Db,
  partnerId: number,
  { from, to }: { from: string; to: string },
): Promise<Map<string, number>> {
  const rows = await queryRows(
    db,
    { capability: creditCapabilityDayTable.columns.capability, credits: bigint() },
    `SELECT capability, sum(used)::bigint AS credits FROM credit_capability_day
     WHERE partner_id = $1 AND day >= $2::date AND day <= $3::date GROUP BY capability`,
    [partnerId, from, to],
  );
  return new Map(rows.map(({ capability, credits }) => [capability, credits]));
}

/** Captured credits since a UTC day, by day and capability. A trigger adds them up as they are captured. */
export function readCaptures(db: Db, partnerId: number, sinceDay: string): Promise<CapturedCredits[]> {
  return queryRows(
    db,
    { ...pick(creditCapabilityDayTable, 'day', 'capability'), credits: bigint() },
    'SELECT day, capability, used AS credits FROM credit_capability_day WHERE partner_id = $1 AND day >= $2::date',
    [partnerId, sinceDay],
  );
}

/** Credits held and captured on a UTC day, by key family. */
export async function readKeyDays(db: Db, keyFamilyIds: readonly number[], day: string): Promise<Map<number, number>> {
  const rows = await queryRows(
    db,
    pick(creditKeyDayTable, 'lineage_id', 'used'),
    'SELECT lineage_id, used FROM credit_key_day WHERE lineage_id = ANY($1::bigint[]) AND day = $2::date',
    [keyFamilyIds, day],
  );
  return new Map(rows.map((row) => [row.lineage_id, row.used]));
}

/** Captured credits of a caller between two UTC days, both inclusive, by day. */
export function readCallerCredits(
  db: Db,
  { partnerId, kind, id }: Caller,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; used: number }[]> {
  return queryRows(
    db,
    pick(creditCallerDayTable, 'day', 'used'),
    `SELECT day, used FROM credit_caller_day
     WHERE partner_id = $1 AND day BETWEEN $4::date AND $5::date AND caller_kind = $2 AND caller_id = $3`,
    [partnerId, kind, id, from, to],
  );
}

/** How long a request may hold credits, seconds: three times what the AI has, since answers are saved after that. */
const REQUEST_SECONDS = 180;

/** Inserts a request that holds credits. */
export async function insertPaidRequest(db: Db, partnerId: number, reference: string): Promise<void> {
  await execute(
    db,
    `INSERT INTO paid_request (partner_id, reference, expires_at)
     VALUES ($1, $2, clock_timestamp() + interval '${REQUEST_SECONDS} seconds')`,
    [partnerId, reference],
  );
}

/** Deletes a request; false when another process has ended it. */
export async function deletePaidRequest(db: Db, partnerId: number, reference: string): Promise<boolean> {
  const deleted = await executeCount(db, 'DELETE FROM paid_request WHERE partner_id = $1 AND reference = $2', [
    partnerId,
    reference,
  ]);
  return deleted > 0;
}

/** Requests that have expired, after one of them. */
export function selectExpiredRequests(
  db: Db,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<Pick<PaidRequestRow, 'id' | 'partner_id' | 'reference'>[]> {
  return queryRows(
    db,
    pick(paidRequestTable, 'id', 'partner_id', 'reference'),
    `SELECT id, partner_id, reference FROM paid_request WHERE ${isLapsed('expires_at')} AND id > $1 ORDER BY id LIMIT $2`,
    [afterId, limit],
  );
}
