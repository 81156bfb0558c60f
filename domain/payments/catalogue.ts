import { z } from 'zod';
import { amount, amountProblem, currencyCode, toMinorUnits } from '../kernel/money.ts';
import { integer, text } from '../kernel/schema.ts';
import { PLANS } from '../rate-limits/rules.ts';

const prices = z.array(text(255)).default([]);
const packSchema = z
  .strictObject({
    name: text(200),
    credits: integer(1, 1_000_000_000),
    amount,
    currency: currencyCode,
    prices,
  })
  .superRefine((pack, context) => {
    const problem = amountProblem(pack.amount, pack.currency);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['amount'], message: problem });
  })
  .transform(({ amount: price, ...pack }) => ({ ...pack, amountMinor: toMinorUnits(price, pack.currency) }));
const planSchema = z
  .strictObject({
    plan: z.enum(PLANS),
    prices,
    /** Without them the plan is not on sale. */
    amount: amount.optional(),
    currency: currencyCode.optional(),
    interval: z.enum(['month', 'year']).default('month'),
  })
  .superRefine((plan, context) => {
    if ((plan.amount === undefined) !== (plan.currency === undefined))
      context.addIssue({
        code: 'custom',
        path: ['amount'],
        message: 'Must have its currency, and a currency its amount.',
      });
    if (plan.amount === undefined || plan.currency === undefined) return;
    const problem = amountProblem(plan.amount, plan.currency);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['amount'], message: problem });
  })
  .transform(({ plan, prices: names, amount: price, currency, interval }) => ({
    plan,
    prices: names,
    ...(price !== undefined &&
      currency !== undefined && { price: { amountMinor: toMinorUnits(price, currency), currency, interval } }),
  }));

/** Packs of credits and plans on sale, with the gateways' names for their prices. */
export const billingCatalogue = z
  .strictObject({ packs: z.array(packSchema), plans: z.array(planSchema) })
  .superRefine(({ packs, plans }, context) => {
    const all = [...packs, ...plans].flatMap((entry) => entry.prices);
    for (const price of new Set(all.filter((one, index) => all.indexOf(one) !== index))) {
      context.addIssue(`The price "${price}" stands for two things.`);
    }
    const sums = packs.map((pack) => `${pack.amountMinor} ${pack.currency}`);
    for (const sum of new Set(sums.filter((one, index) => sums.indexOf(one) !== index))) {
      context.addIssue(`Two packs cost the same: ${sum} in minor units.`);
    }
  });

/** Used when the operator's file (BILLING_CATALOGUE) is not set. */
export const DEFAULT_CATALOGUE: z.input<typeof billingCatalogue> = {
  packs: [
    { name: '1,000 credits', credits: 1_000, amount: '20.00', currency: 'USD', prices: ['credits_1000'] },
    { name: '5,000 credits', credits: 5_000, amount: '90.00', currency: 'USD', prices: ['credits_5000'] },
    { name: '25,000 credits', credits: 25_000, amount: '400.00', currency: 'USD', prices: ['credits_25000'] },
    { name: '100,000 credits', credits: 100_000, amount: '1400.00', currency: 'USD', prices: ['credits_100000'] },
  ],
  plans: [
    { plan: 'starter', prices: ['plan_starter'] },
    { plan: 'accelerate', prices: ['plan_accelerate'], amount: '49.00', currency: 'USD' },
    { plan: 'business', prices: ['plan_business'], amount: '199.00', currency: 'USD' },
    { plan: 'command_plus', prices: ['plan_command_plus'], amount: '499.00', currency: 'USD' },
    { plan: 'enterprise', prices: ['plan_enterprise'], amount: '1499.00', currency: 'USD' },
  ],
};
