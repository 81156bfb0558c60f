import type { z } from 'zod';
import type { Buyer, PostalAddress } from '../kernel/invoicing.ts';
import type { updateBillingIdentityBody } from './schema.ts';
import type { BillingIdentityRow } from './table.ts';

/** An address of which nothing is known. */
export const NO_ADDRESS: PostalAddress = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  region: null,
  country: null,
};

const NOBODY: Buyer = {
  legal_name: null,
  address: NO_ADDRESS,
  tax_ids: [],
  email: null,
  purchase_order: null,
  language: null,
};

/** What a partner has said of itself; all of it empty where it has said nothing. */
export function buyerOf(row: BillingIdentityRow | null): Buyer {
  if (!row) return NOBODY;
  const { legal_name, address, tax_ids, email, purchase_order, language } = row;
  return { legal_name, address: { ...NO_ADDRESS, ...address }, tax_ids, email, purchase_order, language };
}

/** The identity after a change: fields that were not sent stay, null clears one, the address is merged. */
export function changedBuyer(before: Buyer, body: z.output<typeof updateBillingIdentityBody>): Buyer {
  const { address, tax_ids, ...rest } = body;
  return {
    ...before,
    ...sent(rest),
    address: address === null ? NO_ADDRESS : { ...before.address, ...sent(address ?? {}) },
    tax_ids: tax_ids === undefined ? before.tax_ids : (tax_ids ?? []),
  };
}

function sent<Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };
}
