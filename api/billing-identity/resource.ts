import { z } from 'zod';
import type { BillingIdentity } from '../../domain/billing-identity/operations/reads.ts';
import { datetimeSchema, resource } from '../resource.ts';

const text = z.string().nullable();

/** An address in fields. */
export const addressSchema = z.object({
  line1: text.describe('Street and number, or post office box.'),
  line2: text.describe('Additional address line, such as a building or a floor.'),
  postal_code: text.describe("Postal code in the country's format."),
  city: text.describe('City, town or village.'),
  region: text.describe('State, province or county.'),
  country: text.describe('ISO 3166-1 alpha-2 code.'),
});

/** Tax numbers, in their normalised form. */
export const taxIdsSchema = z.array(
  z.object({
    type: z.string().describe("Stripe's name of the type, such as `eu_vat`."),
    value: z.string().describe('The number without spaces and dots, in upper case; only its format is checked.'),
  }),
);

/** Who the partner is on its invoices; the id is the partner's. */
export const billingIdentityResource = resource({
  type: 'billing_identity',
  attributes: {
    legal_name: text.describe(
      "Name on invoices; null means the one set by administrators, or else the partner's name.",
    ),
    address: addressSchema.describe('Address on invoices, as given by the partner; missing fields are null.'),
    tax_ids: taxIdsSchema.describe('Tax numbers on invoices, without duplicates.'),
    email: z.email().nullable().describe('E-mail address for invoices; null if not given.'),
    purchase_order: text.describe('Order number printed on future invoices; null if none.'),
    language: text.describe('BCP 47 tag. Documents are in German for `de`, otherwise (also for null) in English.'),
    payment_terms_days: z.int().nonnegative().describe('Days from issue to due date; set by administrators.'),
    updated_at: datetimeSchema.nullable(),
  },
  present: (identity: BillingIdentity) => ({ id: identity.partner_id }),
});
