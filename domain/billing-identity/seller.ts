import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { z } from 'zod';
import type { Seller } from '../kernel/invoicing.ts';
import { text } from '../kernel/schema.ts';
import { email } from '../users/schema.ts';
import { addressFields, taxIds } from './schema.ts';

const optional = <Output, Input>(field: z.ZodType<Output, Input>) =>
  field.nullish().transform((value) => value ?? null);

const bank = z.strictObject({
  name: optional(text(255)),
  iban: text(64)
    .transform((given) => electronicFormatIBAN(given) ?? '')
    .refine((iban) => isValidIBAN(iban), 'Must be an IBAN with correct check digits.'),
  bic: optional(text(11).refine((bic) => isValidBIC(bic), 'Must be a BIC.')),
});

/**
 * The operator's file about who sells (BILLING_SELLER). What e-invoices need beyond the name may be missing: those say
 * so when they are asked for.
 */
export const sellerFile = z
  .strictObject({
    name: text(255),
    address: z.strictObject({
      line1: optional(addressFields.line1),
      line2: optional(addressFields.line2),
      postal_code: optional(addressFields.postal_code),
      city: optional(addressFields.city),
      region: optional(addressFields.region),
      country: optional(addressFields.country),
    }),
    tax_ids: taxIds.default([]),
    register: optional(text(255)),
    email: optional(email),
    bank: optional(bank),
    footer: optional(text(1_000)),
    sentences: z.array(text(500)).max(10, 'Must have at most 10 entries.').default([]),
    logo: optional(text(1_000)),
  })
  .transform(({ logo, ...seller }): { seller: Seller; logo: string | null } => ({ seller, logo }));
