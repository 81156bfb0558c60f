import { findRecord } from '../../infra/database/records.ts';
import { pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { boolean, integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { endOfDay, startOfDay } from '../kernel/sql.ts';
import { partnerTable } from '../partners/table.ts';
import { type UsageRecordRow, usageRecordTable } from './table.ts';

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

/** A usage record by number, or null. */
export function findUsageRecord(db: Db, id: number): Promise<UsageRecordRow | null> {
  return findRecord(db, usageRecordTable, { id });
}

/** A partner's usage in a period of UTC days, both inclusive. */
export interface UsagePeriod {
  partnerId: number;
  periodStart: string;
  periodEnd: string;
}

/** Usage that is not billed yet. */
const NOT_BILLED = `partner_id = $1 AND invoice_id IS NULL
  AND occurred_at >= ${startOfDay('$2')} AND occurred_at < ${endOfDay('$3')}`;

/** The currencies of a period's unbilled usage. */
export async function findCurrenciesToBill(
  db: Db,
  { partnerId, periodStart, periodEnd }: UsagePeriod,
): Promise<string[]> {
  const rows = await queryRows(
    db,
    pick(usageRecordTable, 'currency'),
    `SELECT DISTINCT currency FROM usage_record WHERE ${NOT_BILLED} ORDER BY currency`,
    [partnerId, periodStart, periodEnd],
  );
  return rows.map(({ currency }) => currency);
}

/** Exact usage of one dimension at one price. */
export interface UsageSum {
  dimension: string;
  unit_price: string;
  quantity: string;
  records: number;
}

/**
 * Links the next `limit` records of a period to a draft. Returns the usage by dimension and price, and the number of
 * these records; 0: the draft has all of them.
 */
export async function claimUsage(
  db: Db,
  { partnerId, periodStart, periodEnd }: UsagePeriod,
  draft: { invoiceId: number; currency: string; limit: number },
): Promise<UsageSum[]> {
  return queryRows(
    db,
    { ...pick(usageRecordTable, 'dimension', 'unit_price', 'quantity'), records: integer() },
    `WITH claimed AS (
       UPDATE usage_record SET invoice_id = $4
       WHERE id = ANY(ARRAY(SELECT id FROM usage_record WHERE ${NOT_BILLED} AND currency = $5 ORDER BY occurred_at, id LIMIT $6))
         AND invoice_id IS NULL
       RETURNING dimension, unit_price, quantity
     )
     SELECT dimension, unit_price, sum(quantity)::text AS quantity, count(*)::int AS records FROM claimed
     GROUP BY dimension, unit_price`,
    [partnerId, periodStart, periodEnd, draft.invoiceId, draft.currency, draft.limit],
  );
}

/** A partner with unbilled usage; its id is the cursor of the next page. */
export interface PartnerToBill {
  id: number;
  hasCustomerId: boolean;
}

/** Partners after a cursor with unbilled usage in a period. */
export function selectPartnersToBill(
  db: Db,
  { periodStart, periodEnd }: Omit<UsagePeriod, 'partnerId'>,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<PartnerToBill[]> {
  return queryRows(
    db,
    { id: partnerTable.columns.id, hasCustomerId: boolean() },
    `SELECT p.id, p.marketplace_customer_id IS NOT NULL AS "hasCustomerId" FROM partner p
     WHERE p.id > $1 AND EXISTS (
       SELECT 1 FROM usage_record u WHERE u.partner_id = p.id AND u.invoice_id IS NULL
         AND u.occurred_at >= ${startOfDay('$2')} AND u.occurred_at < ${endOfDay('$3')})
     ORDER BY p.id LIMIT $4`,
    [afterId, periodStart, periodEnd, limit],
  );
}
