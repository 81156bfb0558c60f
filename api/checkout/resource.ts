import { z } from 'zod';
import type { Portal } from '../../domain/checkout/operations/open-portal.ts';
import { CHECKOUT_STATES, type Checkout, type Offer } from '../../domain/checkout/operations/reads.ts';
import { fromMinorUnits } from '../../domain/kernel/money.ts';
import { PLAN_REQUESTS, PLANS } from '../../domain/rate-limits/rules.ts';
import { countSchema, datetimeSchema, resource } from '../resource.ts';

const item = z.string().describe('Identifies the item in POST /app/checkout.');
const amount = z.number().describe('With the digits of the currency, tax included.');
const currency = z.string().describe('ISO 4217 code.');
const limits = z
  .object({
    requests_per_minute: countSchema.describe(
      'Requests per minute, for all keys and programs of the partner together.',
    ),
    requests_per_day: countSchema.describe('Requests per UTC day, for all keys and programs of the partner together.'),
  })
  .describe('Requests allowed by the plan.');

/** What the partner can buy; the id is the partner's. */
export const billingCatalogueResource = resource({
  type: 'billing_catalogue',
  attributes: {
    available: z
      .boolean()
      .describe('Whether a payment gateway is set up, so that items and open invoices can be paid.'),
    packs: z
      .array(
        z.object({
          item,
          name: z.string().describe('Display name of the pack, such as `1,000 credits`.'),
          credits: countSchema.describe('Credits that one pack adds when paid.'),
          amount,
          currency,
        }),
      )
      .describe('Credit packs on sale; empty if no payment gateway is set up.'),
    plans: z
      .array(
        z.object({
          item,
          plan: z.enum(PLANS).describe("The partner's plan when paid."),
          amount,
          currency,
          interval: z.enum(['month', 'year']).describe('Billing interval of `amount`.'),
          limits,
          current: z.boolean().describe('Whether the partner has this plan.'),
        }),
      )
      .describe('Plans on sale; empty if no payment gateway is set up.'),
    current_plan: z
      .object({ plan: z.enum(PLANS).describe('Name of the plan.'), limits })
      .describe('The present plan, whether on sale or not.'),
    subscribed: z
      .boolean()
      .describe('Whether a subscription pays for the plan. It is then changed in the portal, if there is one.'),
    portal: z
      .boolean()
      .describe('Whether POST /app/billing-portal returns a page for payment methods and subscriptions.'),
    tax: z.enum(['included']).describe('Amounts include tax; the invoice shows it.'),
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
    url: z.url().nullable().describe('The page to pay on; null once paid or expired.'),
    expires_at: datetimeSchema.describe('When the page expires.'),
    status: z.enum(CHECKOUT_STATES).describe('`open` until the gateway reports the payment, which may take a moment.'),
    item: z.string().nullable().describe('The item to buy; null for an invoice.'),
    quantity: z.int().positive().describe('Number of packs; 1 for a plan or an invoice.'),
    amount: amount.describe('Total, tax included.'),
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
  attributes: {
    url: z.url().describe('Grants access to anyone who has it, for a short time; redirect the person at once.'),
  },
  present: ({ partnerId }: Portal) => ({ id: partnerId }),
});
