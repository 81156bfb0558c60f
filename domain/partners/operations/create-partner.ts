import { insertAccount } from '../../credits/store.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { createPartnerBody } from '../schema.ts';
import { insertPartner } from '../store.ts';
import { getPartnerById } from '../target.ts';

/** Creates a partner with an empty credit account, and what other areas create for it. */
export const createPartner = operation({
  name: 'partners.create',
  permission: 'administrator',
  params: nothing,
  input: createPartnerBody,
  async change(tx, { deps, input }) {
    const id = await insertPartner(tx.em, tx.now, {
      ...input,
      marketplace_customer_id: input.marketplace_customer_id ?? null,
      billing_name: input.billing_name ?? null,
      billing_address: input.billing_address ?? null,
      payment_terms_days: deps.paymentTermsDays,
    });
    await insertAccount(tx.em, id);
    for (const initialize of deps.onPartnerCreated) await initialize(tx, id);
    return getPartnerById(tx.em, id);
  },
  audit: ({ id }) => ({ type: 'partner', id, partnerId: id }),
  recover: (deps, _call, madeId) => getPartnerById(deps.db, Number(madeId)),
});
