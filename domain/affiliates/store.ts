import type { EntityManager } from 'typeorm';
import { isUniqueViolation } from '../../infra/database/errors.ts';
import { findRecord } from '../../infra/database/records.ts';
import { queryMaybeRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { type AffiliateRow, affiliateTable } from './table.ts';

/** The partner's reference; null when it has chosen none. */
export function findAffiliate(db: Db, partnerId: number): Promise<AffiliateRow | null> {
  return findRecord(db, affiliateTable, { partner_id: partnerId });
}

/** Sets the partner's reference; null when another partner has it, and the transaction must then be rolled back. */
export async function saveReference(
  em: EntityManager,
  now: Date,
  partnerId: number,
  reference: string,
): Promise<AffiliateRow | null> {
  try {
    return await queryMaybeRow(
      em,
      affiliateTable,
      `INSERT INTO affiliate (partner_id, reference, created_at, updated_at) VALUES ($2, $3, $1, $1)
       ON CONFLICT (partner_id) DO UPDATE SET reference = excluded.reference, updated_at = excluded.updated_at RETURNING *`,
      [now, partnerId, reference],
    );
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
