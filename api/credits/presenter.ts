import { z } from 'zod';
import type { CreditEntryRow } from '../../domain/credits/store.ts';
import type { UsageData } from '../../domain/usage/types.ts';
import { datetime, resource } from '../presenters.ts';
import { countSchema, datetimeSchema, idSchema, resourceSchema } from '../response-schemas.ts';

/** A line of the ledger in answers. */
export const creditEntrySchema = z.object({
  id: idSchema,
  partner_id: idSchema,
  kind: z.enum(['grant', 'purchase', 'hold', 'capture', 'release', 'adjustment']),
  amount: z.int(),
  reason: z.string().nullable(),
  reference: z.string(),
  created_at: datetimeSchema,
});

/** A line of the ledger. */
export function presentCreditEntry(entry: CreditEntryRow): z.input<typeof creditEntrySchema> {
  return {
    id: entry.id,
    partner_id: entry.partner_id,
    kind: entry.kind,
    amount: entry.amount,
    reason: entry.reason,
    reference: entry.reference,
    created_at: datetime(entry.created_at),
  };
}

/** Credits and requests of a partner in answers. */
export const usageSchema = resourceSchema('usage', {
  plan: z.string(),
  credits: z.object({
    balance: z.int().describe('Credits, those held for running work included.'),
    held: countSchema,
    available: countSchema,
    used_today: countSchema,
    used_this_month: countSchema,
  }),
  requests: z.object({ per_minute_limit: z.int(), per_day_limit: z.int(), used_today: countSchema }),
  keys: z.array(
    z.object({
      id: idSchema,
      prefix: z.string(),
      daily_credit_limit: z.int().nullable(),
      used_today: countSchema.describe('Credits held and captured on the present UTC day.'),
    }),
  ),
  by_capability: z.array(z.object({ slug: z.string(), credits: z.int() })).describe('Over the days of `daily`.'),
  daily: z.array(z.object({ date: z.iso.date(), credits: z.int() })).describe('30 UTC days, the present one last.'),
});

/** Credits and requests of a partner. */
export function presentUsage(data: UsageData): Record<string, unknown> {
  const { balance, held, limits, usage } = data;
  return resource({
    type: 'usage',
    id: data.partnerId,
    attributes: {
      plan: data.plan,
      credits: {
        balance,
        held,
        available: balance - held,
        used_today: usage.usedToday,
        used_this_month: usage.usedThisMonth,
      },
      requests: {
        per_minute_limit: limits.perMinute,
        per_day_limit: limits.perDay,
        used_today: data.requestsToday,
      },
      keys: data.keys,
      by_capability: usage.byCapability,
      daily: usage.daily,
    },
  });
}
