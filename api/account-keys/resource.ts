import { z } from 'zod';
import type { KeyErrorRow } from '../../domain/caller-use/table.ts';
import { PERMISSIONS, ROLE_PERMISSIONS } from '../../domain/kernel/permissions.ts';
import type { KeyInDetail, UsedKey } from '../../domain/partner-keys/operations/account-reads.ts';
import { listedKeyResource } from '../partner-keys/area.ts';
import { countSchema, datetimeSchema, presenter, record } from '../resource.ts';

/** A key with its use. */
export const usedKeyResource = presenter(
  listedKeyResource.schema
    .extend({
      permissions: z
        .array(z.enum(PERMISSIONS))
        .describe('Whether it may do everything, or what the person who created it may do.'),
      last_address: z.string().nullable().describe('Origin of the last request; null before the first.'),
      use: z
        .object({
          requests_today: countSchema.describe('Requests today (UTC).'),
          requests: countSchema.describe('Requests in the last 30 UTC days, including today.'),
          errors: countSchema.describe('Requests answered with a status of 400 or above, or refused by a limit.'),
          credits_today: countSchema.describe('Credits used by work accepted today (UTC).'),
          credits: countSchema.describe('Credits used by work accepted in the last 30 UTC days, including today.'),
        })
        .describe(
          'For today (UTC) and the last 30 days including today; includes the keys that this one was rotated from. Lags by a few seconds.',
        ),
    })
    .meta({ title: 'AccountKey' }),
  ({ key, use }: UsedKey, context) => ({
    ...listedKeyResource.present(key, context),
    permissions: [...ROLE_PERMISSIONS[key.role ?? 'owner']],
    last_address: key.last_address,
    use,
  }),
);

/** A request of a key that failed. */
const keyErrorResource = record(
  z
    .object({
      status: z.int().describe('HTTP status of the response.'),
      code: z.string().describe('`error.code` of the response.'),
      method: z.string().describe('HTTP method of the request.'),
      route: z.string().describe('Path pattern.'),
      request_id: z.string().describe("`X-Request-Id` of the response, also found in the service's logs."),
      created_at: datetimeSchema,
    })
    .meta({ title: 'KeyError' }),
  (_error: KeyErrorRow) => ({}),
);

/** A key with its days and its last errors. */
export const keyInDetailResource = presenter(
  usedKeyResource.schema
    .extend({
      daily: z
        .array(
          z.object({
            date: z.iso.date().describe('UTC day.'),
            requests: countSchema.describe('Number of requests on that day.'),
            errors: countSchema.describe('Requests answered with a status of 400 or above, or refused by a limit.'),
            credits: countSchema.describe('Credits used by work accepted on that day.'),
          }),
        )
        .describe('30 UTC days, today last.'),
      errors: z.array(keyErrorResource.schema).describe('The last 50, newest first; kept for a week.'),
    })
    .meta({ title: 'AccountKeyDetail' }),
  (detail: KeyInDetail, context) => ({
    ...usedKeyResource.present(detail, context),
    daily: detail.daily,
    errors: detail.errors.map((error) => keyErrorResource.present(error, context)),
  }),
);
