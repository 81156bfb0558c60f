import type { Db } from '../kernel/deps.ts';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.ts';
import { type PartnerRow, partnerTable } from './table.ts';
import type { Partner } from './types.ts';

type Billing = 'tax_rate' | 'billing_name' | 'billing_address';

/** What a new partner is made of. */
export type NewPartner = Pick<PartnerRow, 'name' | 'plan' | 'marketplace_customer_id' | Billing>;

/** What can be changed; absent values stay. */
export type PartnerChanges = {
  [Field in 'name' | 'plan' | 'status' | 'capabilities' | 'marketplace_customer_id' | Billing]?:
    | PartnerRow[Field]
    | undefined;
};

const PARTNER = `SELECT partner.*, coalesce(account.balance, 0) AS credit_balance
  FROM partner LEFT JOIN credit_account account ON account.partner_id = partner.id`;

/** Adds a partner; returns its id. */
export async function insertPartner(db: Db, now: Date, partner: NewPartner): Promise<number> {
  const [row] = await db.query(
    `INSERT INTO partner (name, plan, marketplace_customer_id, tax_rate, billing_name, billing_address, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, $7, $1, $1) RETURNING id`,
    [
      now,
      partner.name,
      partner.plan,
      partner.marketplace_customer_id,
      partner.tax_rate,
      partner.billing_name,
      partner.billing_address,
    ],
  );
  return row.id;
}

/** A partner by number; null when there is none. */
export async function findPartner(db: Db, id: number): Promise<Partner | null> {
  const [row] = await db.query(`${PARTNER} WHERE partner.id = $1`, [id]);
  return row ?? null;
}

/** Partners, newest first. */
export async function listPartners(db: Db, page: PageRequest): Promise<Page<Partner>> {
  const total = await db.getRepository(partnerTable.entity).count();
  const rows = await db.query(`${PARTNER} ORDER BY partner.id DESC LIMIT $1 OFFSET $2`, [
    page.per_page,
    offsetOf(page),
  ]);
  return { rows, total, ...page };
}

/** Changes a partner and raises its version, by which processes notice that what they remember of it is stale. */
export async function updatePartner(db: Db, now: Date, id: number, changes: PartnerChanges): Promise<void> {
  await db
    .getRepository(partnerTable.entity)
    .update({ id }, { ...changes, updated_at: now, version: () => 'version + 1' });
}
