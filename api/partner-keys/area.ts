import { z } from 'zod';
import { createPartnerKey } from '../../domain/partner-keys/operations/create-key.ts';
import { listPartnerKeys } from '../../domain/partner-keys/operations/list-keys.ts';
import { revokePartnerKey } from '../../domain/partner-keys/operations/revoke-key.ts';
import { rotatePartnerKey } from '../../domain/partner-keys/operations/rotate-key.ts';
import { isValid } from '../../domain/partner-keys/rules.ts';
import type { CreatedKey, PartnerKeyRow, RotatedKey } from '../../domain/partner-keys/table.ts';
import { area } from '../area.ts';
import { all, countSchema, datetime, datetimeSchema, idSchema, one, presenter, record } from '../resource.ts';
import { route } from '../route.ts';

/** A key for administrators, without the key itself. */
export const keyResource = record(
  z
    .object({
      id: idSchema,
      name: z.string().describe('Purpose of the key; not unique.'),
      prefix: z.string().describe('First 12 characters of the key.'),
      scoped_capabilities: z.array(z.string()).nullable().describe('null means all of the partner.'),
      allowed_ip_addresses: z.array(z.string()).nullable().describe('null means any.'),
      rate_limit_per_minute: z.int().describe('Requests per minute for this key, within the limit of the plan.'),
      daily_credit_limit: z.int().nullable().describe('null means no limit.'),
      sandbox: z.boolean().describe('Whether its AI calls go to the sandbox provider, free of charge; immutable.'),
      is_active: z.boolean().describe('Whether it is not revoked; an expired key stays active.'),
      is_valid: z.boolean().describe('Whether it is active and not expired.'),
      expires_at: datetimeSchema.nullable().describe('null means never.'),
      created_at: datetimeSchema,
      revoked_at: datetimeSchema.optional().describe('Only for revoked keys.'),
      revoked_reason: z.string().optional().describe('Only for revoked keys.'),
    })
    .meta({ title: 'PartnerKey' }),
  (key: PartnerKeyRow, { now }) => ({
    is_valid: isValid(key, now),
    ...(key.revoked_at && { revoked_at: datetime(key.revoked_at), revoked_reason: key.revoked_reason ?? '' }),
  }),
);

/** A key with its use, for the list. */
export const listedKeyResource = presenter(
  keyResource.schema
    .extend({
      total_requests: countSchema.describe(
        'Requests with this key since its creation, without those of the key that it replaced.',
      ),
      last_used_at: datetimeSchema
        .nullable()
        .optional()
        .describe('Only for active keys; null before the first request.'),
    })
    .meta({ title: 'ListedPartnerKey' }),
  (key: PartnerKeyRow, context) => ({
    ...keyResource.present(key, context),
    total_requests: key.total_requests,
    ...(key.is_active && { last_used_at: datetime(key.last_used_at) }),
  }),
);

const CREATED_WARNING = 'Store this key now; it is shown only once.';
const ROTATED_WARNING = `${CREATED_WARNING} The previous key has been revoked and is refused from now on.`;

/** A new key with its text. */
export const createdKeyBody = presenter(
  z
    .object({
      data: keyResource.schema,
      plaintext: z.string().nullable().describe('The key; null if the response is repeated for an Idempotency-Key.'),
      warning: z.string().describe('A sentence to show with the key.'),
    })
    .meta({ title: 'CreatedPartnerKeyAnswer' }),
  ({ key, plaintext }: CreatedKey, context) => ({
    data: keyResource.present(key, context),
    plaintext,
    warning: CREATED_WARNING,
  }),
);

/** A new key that replaces another. */
export const rotatedKeyBody = presenter(
  createdKeyBody.schema
    .extend({ revoked_key_id: idSchema.describe('Number of the replaced key, which is refused from now on.') })
    .meta({ title: 'RotatedPartnerKeyAnswer' }),
  (rotated: RotatedKey, context) => ({
    ...createdKeyBody.present(rotated, context),
    warning: ROTATED_WARNING,
    revoked_key_id: rotated.revokedKeyId,
  }),
);

export const partnerKeysArea = area({
  tag: {
    name: 'Partner API keys',
    group: 'Administration',
    description: 'API keys of partners: create, rotate, revoke and list them; for administrators.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners/{partner_id}/keys',
      summary: "List a partner's keys, newest first and unpaged",
      operation: listPartnerKeys,
      body: all(listedKeyResource),
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/keys',
      summary: 'Create a key',
      operation: createPartnerKey,
      status: 201,
      body: createdKeyBody,
      errors: ['CONFLICT'],
      secrets: ['plaintext'],
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/keys/{key_id}/rotate',
      summary: 'Replace a key with a new one with the same settings',
      operation: rotatePartnerKey,
      status: 201,
      body: rotatedKeyBody,
      secrets: ['plaintext'],
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/keys/{key_id}/revoke',
      summary: 'Revoke a key permanently',
      operation: revokePartnerKey,
      body: one(keyResource),
    }),
  ],
});
