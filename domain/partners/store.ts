import { countRecords, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.ts';
import { type PartnerRow, partnerTable } from './table.ts';
import type { Partner } from './types.ts';

type Billing = 'tax_rate' | 'billing_name' | 'billing_address';

/** Fields of a new partner. */
export type NewPartner = Pick<PartnerRow, 'name' | 'plan' | 'marketplace_customer_id' | 'payment_terms_days' | Billing>;

/** Fields to change; absent ones stay. */
export type PartnerChanges = {
  [Field in
    | 'name'
    | 'plan'
    | 'status'
    | 'capabilities'
    | 'marketplace_customer_id'
    | 'payment_terms_days'
    | 'tax_exemption_reason'
    | Billing]?: PartnerRow[Field] | undefined;
};

const WITH_BALANCE = { ...partnerTable.columns, credit_balance: bigint() };
const PARTNER = `SELECT partner.*, coalesce(account.balance, 0) AS credit_balance
  FROM partner LEFT JOIN credit_account account ON account.partner_id = partner.id`;

/** Adds a partner; returns its id. */
export async function insertPartner(db: Db, now: Date, partner: NewPartner): Promise<number> {
  const { id } = await insertRecord(db, partnerTable, { ...partner, created_at: now, updated_at: now });
  return id;
}

/** A partner by number, or null. */
export async function findPartner(db: Db, id: number): Promise<Partner | null> {
  return queryMaybeRow(db, WITH_BALANCE, `${PARTNER} WHERE partner.id = $1`, [id]);
}

/** Partners, newest first. */
export async function selectPartners(db: Db, page: PageRequest): Promise<Page<Partner>> {
  const total = await countRecords(db, partnerTable, {});
  const rows = await queryRows(db, WITH_BALANCE, `${PARTNER} ORDER BY partner.id DESC LIMIT $1 OFFSET $2`, [
    page.per_page,
    offsetOf(page),
  ]);
  return { rows, total, ...page };
}

/** Changes a partner and raises its version, so that processes see that their cached copy is stale. */
export async function updatePartnerRow(db: Db, now: Date, id: number, changes: PartnerChanges): Promise<void> {
  await updateRecords(db, partnerTable, { id }, { ...changes, updated_at: now, version: () => 'version + 1' });
}
