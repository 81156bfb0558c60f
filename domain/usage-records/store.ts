import { findRecord } from '../../infra/database/records.ts';
import {
  execute,
  executeCount,
  pick,
  queryMaybeRow,
  queryRow,
  queryRows,
  type RowOf,
} from '../../infra/database/sql.ts';
import { bigint, boolean, date, integer, text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { endOfDay, startOfDay } from '../kernel/sql.ts';
import { partnerTable } from '../partners/table.ts';
import { type UsageRecordRow, unbilledUsageTable, usageRecordTable } from './table.ts';

/** Fields of a new usage record. */
export type NewUsageRecord = Omit<UsageRecordRow, 'id' | 'invoice_id' | 'created_at'>;

/** Inserts a usage record; null when the partner has one with that reference. */
export async function insertUsageRecord(db: Db, now: Date, record: NewUsageRecord): Promise<UsageRecordRow | null> {
  const { partner_id, dimension, quantity, unit_price, currency, occurred_at, reference } = record;
  return queryMaybeRow(
    db,
    usageRecordTable,
    `INSERT INTO usage_record (partner_id, dimension, quantity, unit_price, currency, occurred_at, reference, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (partner_id, reference) WHERE reference IS NOT NULL DO NOTHING RETURNING *`,
    [partner_id, dimension, quantity, unit_price, currency, occurred_at, reference, now],
  );
}

/**
 * What the partner's use in a currency that is not billed yet comes to, in minor units, as a string; other transactions
 * that insert such use wait for this one, if it has inserted some. At least as much as any invoice of that use.
 */
export async function sumUnbilled(db: Db, partnerId: number, currency: string): Promise<string> {
  const { sum } = await queryRow(
    db,
    { sum: unbilledUsageTable.columns.amount_minor },
    'SELECT coalesce(sum(amount_minor), 0) AS sum FROM unbilled_usage WHERE partner_id = $1 AND currency = $2',
    [partnerId, currency],
  );
  return sum;
}

/** A usage record by number, or null. */
export function findUsageRecord(db: Db, id: number): Promise<UsageRecordRow | null> {
  return findRecord(db, usageRecordTable, { id });
}

/** Usage of a partner to bill. */
export interface UsageToBill {
  partnerId: number;
  /** UTC days, both inclusive. */
  periodStart: string;
  periodEnd: string;
  /** Whether unbilled usage from before the period belongs to it, too. */
  includesLate: boolean;
}

/** Usage that is not billed yet. */
const NOT_BILLED = `partner_id = $1 AND invoice_id IS NULL
  AND occurred_at < ${endOfDay('$3')}
  AND occurred_at >= CASE WHEN $4::boolean THEN '-infinity'::timestamptz ELSE ${startOfDay('$2')} END`;

function valuesOf({ partnerId, periodStart, periodEnd, includesLate }: UsageToBill): unknown[] {
  return [partnerId, periodStart, periodEnd, includesLate];
}

/** The currencies of unbilled usage. */
export async function findCurrenciesToBill(db: Db, usage: UsageToBill): Promise<string[]> {
  const rows = await queryRows(
    db,
    pick(usageRecordTable, 'currency'),
    `SELECT DISTINCT currency FROM usage_record WHERE ${NOT_BILLED} ORDER BY currency`,
    valuesOf(usage),
  );
  return rows.map(({ currency }) => currency);
}

/** The last record that was claimed; later ones follow it by time and id. */
export interface LastClaimed {
  /** As text, with the microseconds. */
  occurred_at: string;
  id: number;
}

/**
 * Links the next `limit` records after a claimed one to a draft; returns the last of them, or null: there are no more.
 * They are locked, then found by nothing but their ids: with a second condition, a plan made before the statistics know of
 * much use compares each of the partner's records with each id.
 */
export function claimUsage(
  db: Db,
  usage: UsageToBill,
  {
    invoiceId,
    currency,
    limit,
    after,
  }: { invoiceId: number; currency: string; limit: number; after: LastClaimed | null },
): Promise<LastClaimed | null> {
  return queryMaybeRow(
    db,
    { occurred_at: text(), id: bigint() },
    `WITH next AS (
       SELECT id, occurred_at FROM usage_record
       WHERE ${NOT_BILLED} AND currency = $6 AND (occurred_at, id) > ($7::timestamptz, $8::bigint)
       ORDER BY occurred_at, id LIMIT $9
       FOR NO KEY UPDATE
     ), claimed AS (
       UPDATE usage_record SET invoice_id = $5 WHERE id = ANY(ARRAY(SELECT id FROM next))
     )
     SELECT occurred_at::text, id FROM next ORDER BY next.occurred_at DESC, id DESC LIMIT 1`,
    [...valuesOf(usage), invoiceId, currency, after?.occurred_at ?? '-infinity', after?.id ?? 0, limit],
  );
}

/** Makes up to `limit` records of a partner's invoice unbilled again; returns how many. */
export function releaseUsage(
  db: Db,
  { partnerId, invoiceId, limit }: { partnerId: number; invoiceId: number; limit: number },
): Promise<number> {
  return executeCount(
    db,
    `UPDATE usage_record SET invoice_id = NULL
     WHERE id = ANY(ARRAY(SELECT id FROM usage_record WHERE partner_id = $1 AND invoice_id = $2 LIMIT $3)) RETURNING id`,
    [partnerId, invoiceId, limit],
  );
}

const USAGE_SUM = {
  ...pick(usageRecordTable, 'dimension', 'unit_price', 'quantity'),
  /** UTC days, both inclusive. */
  period_start: date(),
  period_end: date(),
};
/** Exact usage of one dimension at one price in one period. */
export type UsageSum = RowOf<typeof USAGE_SUM>;

/**
 * The usage of a draft by dimension, price and period, `size` sums at a time, through a cursor of the transaction: a
 * partner may have as many sums as records. Usage from before the period is summed by UTC month.
 */
export async function* readUsageSums(
  db: Db,
  { partnerId, periodStart, periodEnd }: UsageToBill,
  { invoiceId, size }: { invoiceId: number; size: number },
): AsyncGenerator<UsageSum[]> {
  const month = `date_trunc('month', occurred_at AT TIME ZONE 'UTC')`;
  const late = `occurred_at < ${startOfDay('$3')}`;
  await execute(
    db,
    `DECLARE usage_sums CURSOR FOR
     SELECT dimension, unit_price, sum(quantity)::text AS quantity,
            CASE WHEN ${late} THEN ${month}::date ELSE $3::date END AS period_start,
            CASE WHEN ${late} THEN (${month} + interval '1 month - 1 day')::date ELSE $4::date END AS period_end
     FROM usage_record WHERE partner_id = $1 AND invoice_id = $2
     GROUP BY 1, 2, 4, 5 ORDER BY dimension COLLATE "C", unit_price, 4`,
    [partnerId, invoiceId, periodStart, periodEnd],
  );
  for (;;) {
    const sums = await queryRows(db, USAGE_SUM, `FETCH ${size} FROM usage_sums`);
    if (sums.length > 0) yield sums;
    if (sums.length < size) break;
  }
  await execute(db, 'CLOSE usage_sums');
}

/** A partner with unbilled usage; its id is the cursor of the next page. */
export interface PartnerToBill {
  id: number;
  hasCustomerId: boolean;
  /** Whether some of the usage is from the last day or earlier. */
  isDue: boolean;
}

/** Partners after a cursor with unbilled usage. Skips from one partner to the next by the index. */
export function selectPartnersToBill(
  db: Db,
  lastDay: string,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<PartnerToBill[]> {
  const next = (id: string) =>
    `SELECT partner_id FROM usage_record WHERE partner_id > ${id} AND invoice_id IS NULL ORDER BY partner_id LIMIT 1`;
  return queryRows(
    db,
    { id: partnerTable.columns.id, hasCustomerId: boolean(), isDue: boolean() },
    `WITH RECURSIVE unbilled (partner_id, place) AS (
       SELECT (${next('$1')}), 1
       UNION ALL
       SELECT (${next('unbilled.partner_id')}), place + 1 FROM unbilled WHERE partner_id IS NOT NULL AND place < $3
     )
     SELECT p.id, p.marketplace_customer_id IS NOT NULL AS "hasCustomerId", EXISTS (
         SELECT FROM usage_record u
         WHERE u.partner_id = p.id AND u.invoice_id IS NULL AND u.occurred_at < ${endOfDay('$2')}) AS "isDue"
     FROM unbilled JOIN partner p ON p.id = unbilled.partner_id ORDER BY p.id`,
    [afterId, lastDay, limit],
  );
}

/** Most unbilled records that are counted. */
const MAX_COUNTED = 10_000;

/**
 * Unbilled records, at most 10,000 together, from before a moment that were reported before another one, but for those of the
 * partners that SQL selects; by whether their partner has a marketplace customer id.
 */
export async function countUnbilled(
  db: Db,
  { occurredBefore, reportedBefore, butOf }: { occurredBefore: Date; reportedBefore: Date; butOf: string },
): Promise<{ billable: number; withoutCustomerId: number }> {
  return queryRow(
    db,
    { billable: integer(), withoutCustomerId: integer() },
    `SELECT count(p.marketplace_customer_id)::int AS billable,
            (count(*) - count(p.marketplace_customer_id))::int AS "withoutCustomerId"
     FROM (
       SELECT partner_id FROM usage_record
       WHERE invoice_id IS NULL AND occurred_at < $1 AND created_at < $2 AND partner_id NOT IN (${butOf}) ORDER BY occurred_at LIMIT ${MAX_COUNTED}
     ) u JOIN partner p ON p.id = u.partner_id`,
    [occurredBefore, reportedBefore],
  );
}
