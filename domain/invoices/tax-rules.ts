import Big from 'big.js';
import { z } from 'zod';
import { country } from '../billing-identity/schema.ts';
import { TAX_CATEGORIES } from '../kernel/invoicing.ts';
import { decimal } from '../kernel/money.ts';
import { orNull, text } from '../kernel/schema.ts';
import { BILLING_TYPES } from '../orders/table.ts';

/** Categories without tax that have to say why (EN 16931, rules BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10). */
const WITH_REASON: ReadonlySet<string> = new Set(['E', 'AE', 'K', 'G', 'O']);

const taxed = {
  rate: decimal(1, 6, 1),
  category: z.enum(TAX_CATEGORIES, `Must be one of ${TAX_CATEGORIES.join(', ')}.`),
  reason: orNull(text(500)),
};

function checkTax(
  { rate, category, reason }: { rate: string; category: string; reason: string | null },
  context: z.RefinementCtx,
): void {
  if (new Big(rate).eq(0) === (category === 'S'))
    context.addIssue({ code: 'custom', path: ['rate'], message: 'Must be above 0 for S, and 0 for all others.' });
  if (reason === null && WITH_REASON.has(category))
    context.addIssue({ code: 'custom', path: ['reason'], message: `Must say why, for ${category}.` });
}

const list = <Item extends z.ZodType>(item: Item, max: number) =>
  orNull(z.array(item).min(1, 'Must not be empty.').max(max, `Must have at most ${max} entries.`));

const rule = z
  .strictObject({
    countries: list(country, 249),
    kinds: list(z.enum(BILLING_TYPES), BILLING_TYPES.length),
    dimensions: list(text(120), 1_000),
    ...taxed,
  })
  .superRefine(checkTax);

/** The operator's file about tax (BILLING_TAX_RULES); the first rule that fits a line counts. */
export const taxRulesFile = z.strictObject({
  rounding: z.enum(['line', 'invoice']).default('line'),
  reverse_charge: orNull(text(500)),
  rules: z.array(rule).max(1_000, 'Must have at most 1000 entries.'),
  otherwise: z.strictObject(taxed).superRefine(checkTax),
});
