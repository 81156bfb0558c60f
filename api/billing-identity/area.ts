import { getBillingIdentity } from '../../domain/billing-identity/operations/reads.ts';
import { updateBillingIdentity } from '../../domain/billing-identity/operations/update-billing-identity.ts';
import { area } from '../area.ts';
import { one } from '../resource.ts';
import { route } from '../route.ts';
import { billingIdentityResource } from './resource.ts';

const PATH = '/app/billing-identity';

export const billingIdentityArea = area({
  tag: {
    name: 'Billing identity',
    group: 'Account',
    description: 'Who the partner is on its invoices: legal name, address, tax numbers, order number.',
  },
  routes: [
    route({
      method: 'GET',
      path: PATH,
      operationId: 'getBillingIdentity',
      summary: 'Who the partner is on its invoices',
      extension: true,
      operation: getBillingIdentity,
      body: one(billingIdentityResource),
      tool: {
        name: 'get_billing_identity',
        title: 'Read the billing identity',
        description:
          'Reads who the partner is on its invoices: legal name, address, tax numbers, e-mail, purchase order number, language, and the payment terms in days.',
      },
    }),

    route({
      method: 'PATCH',
      path: PATH,
      operationId: 'updateBillingIdentity',
      summary: 'Change who the partner is on its next invoices',
      extension: true,
      operation: updateBillingIdentity,
      body: one(billingIdentityResource),
      tool: {
        name: 'update_billing_identity',
        title: 'Change the billing identity',
        description:
          'Changes who the partner is on its next invoices. Only fields that are sent change, null clears one, address fields are merged, tax_ids replaces the list. Issued invoices stay as they are.',
      },
    }),
  ],
});
