import { z } from 'zod';
import { warnsBelow } from '../../domain/credits/rules.ts';
import { CREDIT_KINDS, type CreditAccountRow, type CreditEntryRow } from '../../domain/credits/table.ts';
import { USAGE_GROUPS } from '../../domain/usage/grouped.ts';
import type { GroupedUsage } from '../../domain/usage/operations/get-usage-by.ts';
import type { UsageData } from '../../domain/usage/rules.ts';
import { countSchema, datetimeSchema, idSchema, record, resource } from '../resource.ts';

/** A line of the ledger. */
export const creditEntryResource = record(
  z
    .object({
      id: idSchema,
      partner_id: idSchema,
      kind: z.enum(CREDIT_KINDS),
      amount: z.int(),
      reason: z.string().nullable(),
      reference: z.string(),
      created_at: datetimeSchema,
    })
    .meta({ title: 'CreditEntry' }),
  (_entry: CreditEntryRow) => ({}),
);

/** Credits: balance and use. */
export const creditsSchema = z.object({
  balance: z.int().describe('Credits, those held for running work included.'),
  held: countSchema,
  available: countSchema,
  used_today: countSchema,
  used_this_month: countSchema,
  debt: countSchema.describe(
    'Credits of refunded or disputed payments that were spent or held by then. What is released or granted next pays it.',
  ),
  low: z.boolean().describe('The balance is below `warns_below`.'),
  warns_below: countSchema.describe('Balance below which `credits.low` is published, once for each fall.'),
});

/** The balance below which a partner is warned; the id is the partner's. */
export const creditWarningResource = resource({
  type: 'credit_warning',
  attributes: {
    threshold: z
      .int()
      .nullable()
      .describe('As it was set; null: a fifth of the balance after the last purchase or grant.'),
    warns_below: countSchema,
    low: z.boolean(),
  },
  present: (account: CreditAccountRow) => ({
    id: account.partner_id,
    attributes: { threshold: account.low_threshold, warns_below: warnsBelow(account), low: account.is_low },
  }),
});

/** The plan's request limits, and their use. */
export const requestsSchema = z.object({
  per_minute_limit: z.int(),
  per_day_limit: z.int(),
  used_today: countSchema,
  people: z
    .object({
      per_minute_limit: z.int().describe('Of each person.'),
      per_day_limit: z.int().describe('Of all people of the partner together, on a UTC day.'),
      used_today: countSchema,
    })
    .describe('What people may ask for with the console. It takes nothing from the keys and the plan.'),
});

/** Credits by day. */
export const dailySchema = z
  .array(z.object({ date: z.iso.date(), credits: z.int() }))
  .describe('30 UTC days, the present one last.');

/** Credits by capability, most expensive first. */
export const byCapabilitySchema = z
  .array(z.object({ slug: z.string(), credits: z.int() }))
  .describe('Over the days of `daily`.');

/** Credits and requests of a partner. */
export const usageResource = resource({
  type: 'usage',
  attributes: {
    plan: z.string(),
    credits: creditsSchema,
    requests: requestsSchema,
    keys: z.array(
      z.object({
        id: idSchema,
        prefix: z.string(),
        daily_credit_limit: z.int().nullable(),
        used_today: countSchema.describe('Credits held and captured on the present UTC day.'),
      }),
    ),
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
  requests: countSchema.describe('Of the REST API. Lags by a few seconds.'),
  errors: countSchema.describe('Requests that were answered with 400 or more, or refused by a limit.'),
  credits: countSchema.describe('Captured credits, on the day of the work.'),
});
const useByDaySchema = z.array(useSchema.extend({ date: z.iso.date() })).describe('Each UTC day, the last one last.');

/** Usage of a partner by key, person, program or capability. */
export const groupedUsageResource = resource({
  type: 'grouped_usage',
  id: idSchema.describe('Number of the partner.'),
  attributes: {
    group: z.enum(USAGE_GROUPS),
    from: z.iso.date(),
    to: z.iso.date(),
    total: useSchema.describe('Of all entries, those that are not shown too.'),
    daily: useByDaySchema,
    entries: z
      .array(
        useSchema.extend({
          id: idSchema
            .nullable()
            .describe('Number of the key, person or program; of a key that was rotated that of the first.'),
          slug: z.string().nullable().describe('Of a capability.'),
          name: z.string().nullable().describe('Null for capabilities, and where nothing is left of the record.'),
          prefix: z.string().nullable().describe('First characters of a key.'),
          daily: useByDaySchema,
        }),
      )
      .describe('The 20 with most credits, then most requests.'),
    others: countSchema.describe('How many entries are in the totals only.'),
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
