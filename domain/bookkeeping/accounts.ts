import { z } from 'zod';
import { GATEWAYS } from '../kernel/gateways.ts';
import { TAX_CATEGORIES } from '../kernel/invoicing.ts';
import { decimal } from '../kernel/money.ts';
import { orNull, text } from '../kernel/schema.ts';
import { BILLING_TYPES } from '../orders/table.ts';

const account = text(60);

/** Accounts by these words, and one for all others. */
function accountsBy(words: readonly string[]) {
  const some = Object.fromEntries(words.map((word) => [word, account.optional()]));
  return z.strictObject({ ...some, otherwise: account }).transform(({ otherwise, ...named }) => ({
    ...(Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Record<string, string>),
    otherwise: String(otherwise),
  }));
}

/** The operator's file of accounts (BILLING_ACCOUNTS). */
export const accountsFile = z.strictObject({
  receivables: account,
  revenue: accountsBy(BILLING_TYPES),
  refunds: orNull(account),
  tax: z.strictObject({
    otherwise: account,
    rates: z
      .array(z.strictObject({ rate: decimal(1, 6, 1), category: orNull(z.enum(TAX_CATEGORIES)), account }))
      .max(1_000, 'Must have at most 1000 entries.')
      .default([]),
  }),
  clearing: accountsBy(GATEWAYS),
  overpayments: account,
  write_offs: account,
});
