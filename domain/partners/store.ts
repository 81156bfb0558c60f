import { insertRecord, lockRecord, updateRecords } from '../../infra/database/records.ts';
import { queryMaybeRow } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { selectListed } from '../kernel/listed-rows.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
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
    | 'require_second_factor'
    | 'requires_content_approval'
    | Billing]?: PartnerRow[Field] | undefined;
};

const WITH_BALANCE = { ...partnerTable.columns, credit_balance: bigint(), credit_debt: bigint() };
const PARTNER = `SELECT partner.*, coalesce(account.balance, 0) AS credit_balance, coalesce(account.debt, 0) AS credit_debt
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

/** A partner's own row, locked until the transaction ends; null when there is none. */
export function lockPartnerRow(db: Db, id: number): Promise<PartnerRow | null> {
  return lockRecord(db, partnerTable, { id });
}

/** Partners, newest first: all, or those that owe credits, or the others. */
export function selectPartners(
  db: Db,
  { in_debt: inDebt, ...page }: PageRequest & { in_debt?: boolean | undefined },
): Promise<Page<Partner>> {
  const where = () => [inDebt !== undefined && `credit_debt ${inDebt ? '>' : '='} 0`];
  return selectListed(db, { columns: WITH_BALANCE, rows: PARTNER, where }, page);
}

/** Changes a partner and raises its version, so that processes see that their cached copy is stale. */
export async function updatePartnerRow(db: Db, now: Date, id: number, changes: PartnerChanges): Promise<void> {
  await updateRecords(db, partnerTable, { id }, { ...changes, updated_at: now, version: () => 'version + 1' });
}
