import type { Db } from '../../kernel/deps.ts';
import type { Buyer } from '../../kernel/invoicing.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { buyerOf } from '../rules.ts';
import { findBillingIdentity } from '../store.ts';

/** Who the partner is on its invoices, with the terms that administrators set. */
export interface BillingIdentity extends Buyer {
  partner_id: number;
  payment_terms_days: number;
  /** null: never changed. */
  updated_at: Date | null;
}

/** Who the partner is on its invoices. */
export const getBillingIdentity = operation({
  name: 'billing_identity.get',
  permission: 'manage_billing',
  params: nothing,
  input: nothing,
  run: ({ db }, call): Promise<BillingIdentity> => identityOf(db, partnerOf(call)),
});

/** The identity of a partner as callers see it. */
export async function identityOf(db: Db, partnerId: number): Promise<BillingIdentity> {
  const row = await findBillingIdentity(db, partnerId);
  const { payment_terms_days } = await getPartnerById(db, partnerId);
  return { ...buyerOf(row), partner_id: partnerId, payment_terms_days, updated_at: row?.updated_at ?? null };
}
