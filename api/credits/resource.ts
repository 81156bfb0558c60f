import { z } from 'zod';
import { warnsBelow } from '../../domain/credits/rules.ts';
import { CREDIT_KINDS, type CreditAccountRow, type CreditEntryRow } from '../../domain/credits/table.ts';
import { PLANS } from '../../domain/rate-limits/rules.ts';
import { USAGE_GROUPS } from '../../domain/usage/grouped.ts';
import type { GroupedUsage } from '../../domain/usage/operations/get-usage-by.ts';
import type { UsageData } from '../../domain/usage/rules.ts';
import { countSchema, datetimeSchema, idSchema, record, resource } from '../resource.ts';

/** A line of the ledger. */
export const creditEntryResource = record(
  z
    .object({
      id: idSchema,
      partner_id: idSchema.describe("Number of the account's partner."),
      kind: z
        .enum(CREDIT_KINDS)
        .describe(
          '`hold`: reserved for work; `capture`, `release`: used by it, and returned. `grant` and `purchase` add credits, an `adjustment` corrects the balance.',
        ),
      amount: z
        .int()
        .describe('Credits; negative only for adjustments that take credits. A `release` is 0 if all were used.'),
      reason: z.string().nullable().describe('Reason given by an administrator or the service; null for work.'),
      reference: z
        .string()
        .describe('The work it belongs to, such as `execution-7`; shared by its hold, capture and release.'),
      created_at: datetimeSchema,
    })
    .meta({ title: 'CreditEntry' }),
  (_entry: CreditEntryRow) => ({}),
);

/** Credits: balance and use. */
export const creditsSchema = z.object({
  balance: z.int().describe('Credits, including those held for running work.'),
  held: countSchema.describe('Credits reserved for running work; unused ones are released.'),
  available: countSchema.describe('`balance` less `held`: available for new work.'),
  used_today: countSchema.describe('Credits used by work accepted today (UTC).'),
  used_this_month: countSchema.describe('Credits used by work accepted in the present UTC month.'),
  debt: countSchema.describe(
    'Credits of refunded or disputed payments that had already been spent or held. Settled from the next released or granted credits.',
  ),
  low: z.boolean().describe('Whether the balance is below `warns_below`.'),
  warns_below: countSchema.describe('Balance below which `credits.low` is published, once for each fall.'),
});

/** The balance below which a partner is warned; the id is the partner's. */
export const creditWarningResource = resource({
  type: 'credit_warning',
  attributes: {
    threshold: z
      .int()
      .nullable()
      .describe('The configured value; null means a fifth of the balance after the last purchase or grant.'),
    warns_below: countSchema.describe('Balance below which `credits.low` is published: `threshold`, or its default.'),
    low: z.boolean().describe('Whether the balance is below `warns_below`.'),
  },
  present: (account: CreditAccountRow) => ({
    id: account.partner_id,
    attributes: { threshold: account.low_threshold, warns_below: warnsBelow(account), low: account.is_low },
  }),
});

/** The plan's request limits, and their use. */
export const requestsSchema = z.object({
  per_minute_limit: z.int().describe('Requests per minute allowed by the plan, for all keys and programs together.'),
  per_day_limit: z.int().describe('Requests per UTC day allowed by the plan, for all keys and programs together.'),
  used_today: countSchema.describe("Today's requests (UTC) that count toward `per_day_limit`."),
  people: z
    .object({
      per_minute_limit: z.int().describe('Per person.'),
      per_day_limit: z.int().describe('For all people of the partner together, per UTC day.'),
      used_today: countSchema.describe('Requests of all people of the partner today (UTC).'),
    })
    .describe('Request limits for people at the console, separate from those of keys and the plan.'),
});

/** Credits by day. */
export const dailySchema = z
  .array(
    z.object({
      date: z.iso.date().describe('UTC day.'),
      credits: z.int().describe('Credits used by work accepted on this day.'),
    }),
  )
  .describe('30 UTC days, today last.');

/** Credits by capability, most expensive first. */
export const byCapabilitySchema = z
  .array(
    z.object({
      slug: z.string().describe('Slug of the capability.'),
      credits: z.int().describe('Credits used by the capability.'),
    }),
  )
  .describe('Over the days of `daily`.');

/** Credits and requests of a partner. */
export const usageResource = resource({
  type: 'usage',
  attributes: {
    plan: z.enum(PLANS).describe('Plan of the partner, which determines its request limits.'),
    credits: creditsSchema.describe('The credit balance, what of it is held, and usage.'),
    requests: requestsSchema.describe("Requests allowed by the plan, and today's requests."),
    keys: z
      .array(
        z.object({
          id: idSchema,
          prefix: z.string().describe('First 12 characters of the key.'),
          daily_credit_limit: z.int().nullable().describe('Maximum credits per UTC day; null means no limit.'),
          used_today: countSchema.describe('Credits held and captured today (UTC).'),
        }),
      )
      .describe('Keys that are not revoked, with the use of their daily limits.'),
    by_capability: byCapabilitySchema,
    daily: dailySchema,
  },
  present: (data: UsageData) => ({
    id: data.partnerId,
    attributes: {
      credits: creditsOf(data),
      requests: requestsOf(data),
      by_capability: data.usage.byCapability,
      daily: data.usage.daily,
    },
  }),
});

const useSchema = z.object({
  requests: countSchema.describe('REST API requests. Lags by a few seconds.'),
  errors: countSchema.describe('Requests answered with a status of 400 or above, or refused by a limit.'),
  credits: countSchema.describe('Captured credits, on the day of the work.'),
});
const useByDaySchema = z
  .array(useSchema.extend({ date: z.iso.date().describe('UTC day.') }))
  .describe('Each UTC day, oldest first.');

/** Usage of a partner by key, person, program or capability. */
export const groupedUsageResource = resource({
  type: 'grouped_usage',
  id: idSchema.describe('Number of the partner.'),
  attributes: {
    group: z
      .enum(USAGE_GROUPS)
      .describe('Type of `entries`: keys, people, programs that act for themselves, or capabilities.'),
    from: z.iso.date().describe('First UTC day of the usage.'),
    to: z.iso.date().describe('Last UTC day of the usage, inclusive.'),
    total: useSchema.describe('Totals of all entries, including those not shown.'),
    daily: useByDaySchema,
    entries: z
      .array(
        useSchema.extend({
          id: idSchema
            .nullable()
            .describe('Number of the key, person or program; for a rotated key, that of the first one.'),
          slug: z.string().nullable().describe('For a capability.'),
          name: z.string().nullable().describe('Null for capabilities, and if the record no longer exists.'),
          prefix: z.string().nullable().describe('First characters of a key.'),
          daily: useByDaySchema,
        }),
      )
      .describe('The 20 with the most credits, then the most requests.'),
    others: countSchema.describe('Number of entries included in the totals only.'),
  },
  present: ({ partnerId, entries }: GroupedUsage) => ({ id: partnerId, attributes: { entries } }),
});

/** Presents credits. */
export function creditsOf({
  balance,
  held,
  debt,
  low,
  warnsBelow: threshold,
  usage,
}: UsageData): z.input<typeof creditsSchema> {
  const { usedToday, usedThisMonth } = usage;
  return {
    balance,
    held,
    available: balance - held,
    used_today: usedToday,
    used_this_month: usedThisMonth,
    debt,
    low,
    warns_below: threshold,
  };
}

/** Presents requests. */
export function requestsOf({ limits, requestsToday, people }: UsageData): z.input<typeof requestsSchema> {
  return {
    per_minute_limit: limits.perMinute,
    per_day_limit: limits.perDay,
    used_today: requestsToday,
    people: {
      per_minute_limit: people.perMinute,
      per_day_limit: people.perDay,
      used_today: people.requestsToday,
    },
  };
}
