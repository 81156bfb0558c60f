import { z } from 'zod';
import { isValid } from '../../domain/partner-keys/rules.ts';
import type { PartnerKeyRow } from '../../domain/partner-keys/store.ts';
import { datetime } from '../presenters.ts';
import { countSchema, datetimeSchema, idSchema } from '../response-schemas.ts';

/** A key in answers. */
export const keySchema = z.object({
  id: idSchema,
  name: z.string(),
  prefix: z.string().describe('First 12 characters of the key.'),
  scoped_capabilities: z.array(z.string()).nullable().describe('null stands for all of the partner.'),
  allowed_ip_addresses: z.array(z.string()).nullable().describe('null stands for any.'),
  rate_limit_per_minute: z.int(),
  daily_credit_limit: z.int().nullable().describe('null stands for no limit.'),
  sandbox: z.boolean(),
  is_active: z.boolean(),
  is_valid: z.boolean().describe('Active and not expired.'),
  expires_at: datetimeSchema.nullable().describe('null stands for never.'),
  created_at: datetimeSchema,
  revoked_at: datetimeSchema.optional().describe('Of revoked keys only.'),
  revoked_reason: z.string().optional().describe('Of revoked keys only.'),
});

/** A key in the list. */
export const listedKeySchema = keySchema.extend({
  total_requests: countSchema,
  last_used_at: datetimeSchema.nullable().optional().describe('Of active keys only; null before the first request.'),
});

/** A key as administrators see it; never the key itself. */
export function presentKey(key: PartnerKeyRow, now: Date): z.input<typeof keySchema> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scoped_capabilities: key.scoped_capabilities,
    allowed_ip_addresses: key.allowed_ip_addresses,
    rate_limit_per_minute: key.rate_limit_per_minute,
    daily_credit_limit: key.daily_credit_limit,
    sandbox: key.sandbox,
    is_active: key.is_active,
    is_valid: isValid(key, now),
    expires_at: datetime(key.expires_at),
    created_at: datetime(key.created_at),
    ...(key.revoked_at && { revoked_at: datetime(key.revoked_at), revoked_reason: key.revoked_reason ?? '' }),
  };
}

/** A key with its use, as the list shows it. */
export function presentListedKey(key: PartnerKeyRow, now: Date): z.input<typeof listedKeySchema> {
  return {
    ...presentKey(key, now),
    total_requests: key.total_requests,
    ...(key.is_active && { last_used_at: datetime(key.last_used_at) }),
  };
}
