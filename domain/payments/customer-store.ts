import { execute, pick, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { partnerBillingTable } from './table.ts';

/** Stripe's name of a partner as a customer; null when it has none. */
export async function findCustomer(db: Db, partnerId: number): Promise<string | null> {
  const row = await queryMaybeRow(
    db,
    pick(partnerBillingTable, 'stripe_customer'),
    'SELECT stripe_customer FROM partner_billing WHERE partner_id = $1',
    [partnerId],
  );
  return row?.stripe_customer ?? null;
}

/** Saves a partner's customer unless it has one; returns the one that it has from now on. */
export async function saveCustomer(db: Db, now: Date, partnerId: number, customer: string): Promise<string> {
  const row = await queryRow(
    db,
    { stripe_customer: partnerBillingTable.columns.stripe_customer.present() },
    `INSERT INTO partner_billing (partner_id, stripe_customer, updated_at) VALUES ($2, $3, $1)
     ON CONFLICT (partner_id) DO UPDATE
     SET stripe_customer = coalesce(partner_billing.stripe_customer, excluded.stripe_customer), updated_at = $1
     RETURNING stripe_customer`,
    [now, partnerId, customer],
  );
  return row.stripe_customer;
}

/** Forgets a customer that Stripe does not know, as after a change of its account. */
export async function forgetCustomer(db: Db, now: Date, partnerId: number, customer: string): Promise<void> {
  await execute(
    db,
    `UPDATE partner_billing SET stripe_customer = NULL, updated_at = $1
     WHERE partner_id = $2 AND stripe_customer = $3`,
    [now, partnerId, customer],
  );
}
