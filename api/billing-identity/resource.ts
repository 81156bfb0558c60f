import { z } from 'zod';
import type { BillingIdentity } from '../../domain/billing-identity/operations/reads.ts';
import { datetimeSchema, resource } from '../resource.ts';

const text = z.string().nullable();

/** An address in fields. */
export const addressSchema = z.object({
  line1: text.describe('Street and number, or post office box.'),
  line2: text.describe('What else the address needs, such as a building or a floor.'),
  postal_code: text.describe('Postal code, in the form of the country.'),
  city: text.describe('City, town or village.'),
  region: text.describe('State, province or county.'),
  country: text.describe('Code of ISO 3166-1 alpha-2.'),
});

/** Tax numbers, in their normalised form. */
export const taxIdsSchema = z.array(
  z.object({
    type: z.string().describe('The name that Stripe has for it, such as `eu_vat`.'),
    value: z.string().describe('The number without spaces and dots, in capitals; checked by its form only.'),
  }),
);

/** Who the partner is on its invoices; the id is the partner's. */
export const billingIdentityResource = resource({
  type: 'billing_identity',
  attributes: {
    legal_name: text.describe('Name on invoices; null: the one that administrators set, or that of the partner.'),
    address: addressSchema.describe('Address on invoices, as the partner gave it; fields not given are null.'),
    tax_ids: taxIdsSchema.describe('Tax numbers on invoices, each once.'),
    email: z.email().nullable().describe('Where invoices should go; null: not given.'),
    purchase_order: text.describe('Order number that the next invoices repeat; null: none.'),
    language: text.describe('BCP 47 tag. Documents are in German for `de`, else, and where it is null, in English.'),
    payment_terms_days: z.int().nonnegative().describe('Days from issue to due date; administrators set them.'),
    updated_at: datetimeSchema.nullable(),
  },
  present: (identity: BillingIdentity) => ({ id: identity.partner_id }),
});
