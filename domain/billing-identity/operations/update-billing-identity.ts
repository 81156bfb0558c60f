import { isDeepStrictEqual } from 'node:util';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { buyerOf, changedBuyer } from '../rules.ts';
import { updateBillingIdentityBody } from '../schema.ts';
import { lockBillingIdentity, saveBillingIdentity } from '../store.ts';
import { type BillingIdentity, identityOf } from './reads.ts';

/** Changes who the partner is on its next invoices; those that were issued stay as they are. */
export const updateBillingIdentity = operation({
  name: 'billing_identity.update',
  permission: 'manage_billing',
  params: nothing,
  input: updateBillingIdentityBody,
  lock: (tx, call) => lockBillingIdentity(tx.em, partnerOf(call)),
  async change(tx, { call, input }): Promise<BillingIdentity> {
    const partnerId = partnerOf(call);
    const before = buyerOf(await lockBillingIdentity(tx.em, partnerId));
    const after = changedBuyer(before, input);
    if (isDeepStrictEqual(before, after)) tx.unchanged();
    else await saveBillingIdentity(tx.em, tx.now, partnerId, after);
    return identityOf(tx.em, partnerId);
  },
  // The fields, not their values: an audit log is read by more people than invoices are.
  audit: ({ partner_id }, { input }) => ({
    type: 'billing_identity',
    id: partner_id,
    details: { fields: Object.keys(input) },
  }),
  recover: (deps, call) => identityOf(deps.db, partnerOf(call)),
});
