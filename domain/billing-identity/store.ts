import { findRecord } from '../../infra/database/records.ts';
import { execute, queryRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import type { Buyer } from '../kernel/invoicing.ts';
import { type BillingIdentityRow, billingIdentityTable } from './table.ts';

/** What the partner has said of itself; null when it has never said anything. */
export function findBillingIdentity(db: Db, partnerId: number): Promise<BillingIdentityRow | null> {
  return findRecord(db, billingIdentityTable, { partner_id: partnerId });
}

/** The same, with the partner's row locked, so that concurrent changes of different fields are merged. */
export async function lockBillingIdentity(db: Db, partnerId: number): Promise<BillingIdentityRow | null> {
  await execute(db, 'SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE', [partnerId]);
  return findBillingIdentity(db, partnerId);
}

/** Replaces what the partner says of itself. */
export function saveBillingIdentity(
  db: Db,
  now: Date,
  partnerId: number,
  { legal_name, address, tax_ids, email, purchase_order, language }: Buyer,
): Promise<BillingIdentityRow> {
  return queryRow(
    db,
    billingIdentityTable,
    `INSERT INTO billing_identity (partner_id, legal_name, address, tax_ids, email, purchase_order, language, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, $7, $8, $1, $1)
     ON CONFLICT (partner_id) DO UPDATE SET legal_name = excluded.legal_name, address = excluded.address,
       tax_ids = excluded.tax_ids, email = excluded.email, purchase_order = excluded.purchase_order,
       language = excluded.language, updated_at = excluded.updated_at RETURNING *`,
    [now, partnerId, legal_name, JSON.stringify(address), JSON.stringify(tax_ids), email, purchase_order, language],
  );
}
