import { z } from 'zod';
import type { BillingIdentity } from '../../domain/billing-identity/operations/reads.ts';
import { datetimeSchema, resource } from '../resource.ts';

const text = z.string().nullable();

/** An address in fields. */
export const addressSchema = z.object({
  line1: text,
  line2: text,
  postal_code: text,
  city: text,
  region: text,
  country: text.describe('Code of ISO 3166-1 alpha-2.'),
});

/** Tax numbers, in their normalised form. */
export const taxIdsSchema = z.array(z.object({ type: z.string(), value: z.string() }));

/** Who the partner is on its invoices; the id is the partner's. */
export const billingIdentityResource = resource({
  type: 'billing_identity',
  attributes: {
    legal_name: text,
    address: addressSchema,
    tax_ids: taxIdsSchema,
    email: text,
    purchase_order: text,
    language: text,
    payment_terms_days: z.int().nonnegative().describe('Days from issue to due date; administrators set them.'),
    updated_at: datetimeSchema.nullable(),
  },
  present: (identity: BillingIdentity) => ({ id: identity.partner_id }),
});
