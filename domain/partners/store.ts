import type { Db } from '../kernel/deps.ts';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.ts';
import { type PartnerRow, partnerTable } from './table.ts';
import type { Partner } from './types.ts';

/** What a new partner is made of. */
export type NewPartner = Pick<PartnerRow, 'name' | 'plan' | 'marketplace_customer_id'>;

/** What can be changed; absent values stay. */
export type PartnerChanges = {
  [Field in 'name' | 'plan' | 'status' | 'capabilities' | 'marketplace_customer_id']?: PartnerRow[Field] | undefined;
};

const PARTNER = `SELECT partner.*, coalesce(account.balance, 0) AS credit_balance
  FROM partner LEFT JOIN credit_account account ON account.partner_id = partner.id`;

/** Adds a partner; returns its id. */
export async function insertPartner(db: Db, now: Date, partner: NewPartner): Promise<number> {
  const [row] = await db.query(
    `INSERT INTO partner (name, plan, marketplace_customer_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $4) RETURNING id`,
    [partner.name, partner.plan, partner.marketplace_customer_id, now],
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
