import { openCheckout } from '../../domain/checkout/operations/open-checkout.ts';
import { openPortal } from '../../domain/checkout/operations/open-portal.ts';
import { getBillingCatalogue, getCheckout } from '../../domain/checkout/operations/reads.ts';
import { area } from '../area.ts';
import { one } from '../resource.ts';
import { route } from '../route.ts';
import { billingCatalogueResource, billingPortalResource, checkoutResource } from './resource.ts';

export const checkoutArea = area({
  tag: {
    name: 'Buying',
    group: 'Account',
    description: "Buy credits and plans and pay open invoices on a payment gateway's page.",
  },
  routes: [
    route({
      method: 'GET',
      path: '/app/billing-catalogue',
      operationId: 'getBillingCatalogue',
      summary: 'List the credit packs and plans on sale',
      extension: true,
      operation: getBillingCatalogue,
      body: one(billingCatalogueResource),
    }),

    route({
      method: 'POST',
      path: '/app/checkout',
      operationId: 'createCheckout',
      summary: 'Create a page to pay for an item or an open invoice',
      description:
        'The purchase is granted when the payment gateway reports the payment. Repeating the request returns the same page.',
      extension: true,
      operation: openCheckout,
      status: 201,
      body: one(checkoutResource),
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
    }),

    route({
      method: 'GET',
      path: '/app/checkout/{id}',
      operationId: 'getCheckout',
      summary: 'Status of a payment page',
      extension: true,
      operation: getCheckout,
      body: one(checkoutResource),
    }),

    route({
      method: 'POST',
      path: '/app/billing-portal',
      operationId: 'createBillingPortalSession',
      summary: 'Create a page to manage payment methods and subscriptions',
      extension: true,
      operation: openPortal,
      status: 201,
      body: one(billingPortalResource),
      errors: ['PRECONDITION_FAILED', 'SERVICE_UNAVAILABLE'],
    }),
  ],
});
