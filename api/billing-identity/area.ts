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
    description: "The partner's details on invoices: legal name, address, tax numbers, order number.",
  },
  routes: [
    route({
      method: 'GET',
      path: PATH,
      operationId: 'getBillingIdentity',
      summary: "The partner's details on invoices",
      extension: true,
      operation: getBillingIdentity,
      body: one(billingIdentityResource),
      tool: {
        name: 'get_billing_identity',
        title: 'Read the billing identity',
        description:
          "Reads the partner's details on invoices: legal name, address, tax numbers, e-mail, purchase order number, language, and payment terms in days.",
      },
    }),

    route({
      method: 'PATCH',
      path: PATH,
      operationId: 'updateBillingIdentity',
      summary: "Change the partner's details on future invoices",
      extension: true,
      operation: updateBillingIdentity,
      body: one(billingIdentityResource),
      tool: {
        name: 'update_billing_identity',
        title: 'Change the billing identity',
        description:
          "Changes the partner's details on future invoices. Omitted fields stay unchanged, null clears a field, address fields are merged, tax_ids replaces the list. Issued invoices stay as they are.",
      },
    }),
  ],
});
