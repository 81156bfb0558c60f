import { z } from 'zod';
import type { Portal } from '../../domain/checkout/operations/open-portal.ts';
import { CHECKOUT_STATES, type Checkout, type Offer } from '../../domain/checkout/operations/reads.ts';
import { fromMinorUnits } from '../../domain/kernel/money.ts';
import { PLAN_REQUESTS, PLANS } from '../../domain/rate-limits/rules.ts';
import { countSchema, datetimeSchema, resource } from '../resource.ts';

const item = z.string().describe('Its name in POST /app/checkout.');
const amount = z.number().describe('With the digits of the currency, tax included.');
const currency = z.string().describe('Code of ISO 4217.');
const limits = z
  .object({
    requests_per_minute: countSchema.describe('Requests a minute, by all keys and programs of the partner together.'),
    requests_per_day: countSchema.describe('Requests a UTC day, by all keys and programs of the partner together.'),
  })
  .describe('Requests that the plan allows.');

/** What the partner can buy; the id is the partner's. */
export const billingCatalogueResource = resource({
  type: 'billing_catalogue',
  attributes: {
    available: z.boolean().describe('A payment gateway is set up: items and open invoices can be paid.'),
    packs: z
      .array(
        z.object({
          item,
          name: z.string().describe('What the pack is called where it is sold, such as `1,000 credits`.'),
          credits: countSchema.describe('Credits that one pack adds once it is paid.'),
          amount,
          currency,
        }),
      )
      .describe('Packs of credits on sale; empty where no payment gateway is set up.'),
    plans: z
      .array(
        z.object({
          item,
          plan: z.enum(PLANS).describe('Plan that the partner has once it is paid.'),
          amount,
          currency,
          interval: z.enum(['month', 'year']).describe('How often `amount` is paid.'),
          limits,
          current: z.boolean().describe('The partner has it.'),
        }),
      )
      .describe('Plans on sale; empty where no payment gateway is set up.'),
    current_plan: z
      .object({ plan: z.enum(PLANS).describe('Its name.'), limits })
      .describe('The plan of today, on sale or not.'),
    subscribed: z
      .boolean()
      .describe('A subscription gives the plan. Where there is a portal, that is where it is changed.'),
    portal: z.boolean().describe('POST /app/billing-portal leads to a page for payment methods and subscriptions.'),
    tax: z.enum(['included']).describe('Amounts include tax; the invoice says how much.'),
  },
  present: ({ partnerId, plan, isAvailable, isSubscribed, items, hasPortal }: Offer) => ({
    id: partnerId,
    attributes: {
      available: isAvailable,
      packs: items.flatMap((one) =>
        one.kind === 'pack' ? [{ item: one.item, name: one.name, credits: one.credits, ...priceOf(one) }] : [],
      ),
      plans: items.flatMap((one) =>
        one.kind === 'plan'
          ? [
              {
                item: one.item,
                plan: knownPlan(one.plan),
                ...priceOf(one),
                interval: one.interval,
                limits: limitsOf(one.plan),
                current: one.plan === plan,
              },
            ]
          : [],
      ),
      current_plan: { plan: knownPlan(plan), limits: limitsOf(plan) },
      subscribed: isSubscribed,
      portal: hasPortal,
      tax: 'included' as const,
    },
  }),
});

function priceOf({ amountMinor, currency: code }: { amountMinor: number; currency: string }) {
  return { amount: fromMinorUnits(amountMinor, code), currency: code };
}

function knownPlan(plan: string) {
  const known = PLANS.find((one) => one === plan);
  if (known === undefined) throw new Error(`There is no plan ${plan}.`);
  return known;
}

function limitsOf(plan: string) {
  const { perMinute, perDay } = PLAN_REQUESTS[knownPlan(plan)];
  return { requests_per_minute: perMinute, requests_per_day: perDay };
}

/** A page of the payment gateway, and what has become of it. */
export const checkoutResource = resource({
  type: 'checkout',
  attributes: {
    url: z.url().nullable().describe('The page to pay on; null once it is paid or its time is up.'),
    expires_at: datetimeSchema.describe('Until then the page can be paid on.'),
    status: z
      .enum(CHECKOUT_STATES)
      .describe('`open` until the gateway has reported the payment, which may take a moment after it.'),
    item: z.string().nullable().describe('What is bought; null where an invoice is paid.'),
    quantity: z.int().positive().describe('How many packs are bought; 1 for a plan and for an invoice.'),
    amount: amount.describe('Of all of it, tax included.'),
    currency,
    created_at: datetimeSchema,
  },
  present: (checkout: Checkout) => ({
    id: checkout.id,
    attributes: {
      url: checkout.status === 'open' ? checkout.url : null,
      amount: fromMinorUnits(checkout.amount_minor, checkout.currency),
    },
  }),
});

/** A page for payment methods and subscriptions; the id is the partner's. */
export const billingPortalResource = resource({
  type: 'billing_portal',
  attributes: { url: z.url().describe('Lets whoever has it in for a short time; lead the person there at once.') },
  present: ({ partnerId }: Portal) => ({ id: partnerId }),
});
