import { findRecord } from '../../infra/database/records.ts';
import { queryMaybeRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
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
