import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { z } from 'zod';
import type { Seller } from '../kernel/invoicing.ts';
import { orNull, text } from '../kernel/schema.ts';
import { email } from '../users/schema.ts';
import { addressFields, taxIds } from './schema.ts';

const bank = z.strictObject({
  name: orNull(text(255)),
  iban: text(64)
    .transform((given) => electronicFormatIBAN(given) ?? '')
    .refine((iban) => isValidIBAN(iban), 'Must be an IBAN with correct check digits.'),
  bic: orNull(text(11).refine((bic) => isValidBIC(bic), 'Must be a BIC.')),
});

/**
 * The operator's file about who sells (BILLING_SELLER). What e-invoices need beyond the name may be missing: those say
 * so when they are asked for.
 */
export const sellerFile = z
  .strictObject({
    name: text(255),
    address: z.strictObject({
      line1: orNull(addressFields.line1),
      line2: orNull(addressFields.line2),
      postal_code: orNull(addressFields.postal_code),
      city: orNull(addressFields.city),
      region: orNull(addressFields.region),
      country: orNull(addressFields.country),
    }),
    tax_ids: taxIds.default([]),
    register: orNull(text(255)),
    email: orNull(email),
    bank: orNull(bank),
    footer: orNull(text(1_000)),
    sentences: z.array(text(500)).max(10, 'Must have at most 10 entries.').default([]),
    logo: orNull(text(1_000)),
  })
  .transform(({ logo, ...seller }): { seller: Seller; logo: string | null } => ({ seller, logo }));
