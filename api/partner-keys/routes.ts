import { z } from 'zod';
import { createPartnerKey } from '../../domain/partner-keys/operations/create.ts';
import { listPartnerKeys } from '../../domain/partner-keys/operations/list.ts';
import { revokePartnerKey } from '../../domain/partner-keys/operations/revoke.ts';
import { rotatePartnerKey } from '../../domain/partner-keys/operations/rotate.ts';
import { dataSchema, idSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import { keySchema, listedKeySchema, presentKey, presentListedKey } from './presenter.ts';

const CREATED_WARNING = 'Store this key now; it is shown only once.';
const ROTATED_WARNING = `${CREATED_WARNING} The previous key has been revoked and is refused from now on.`;

const createdSchema = z.object({
  data: keySchema,
  plaintext: z.string().nullable().describe('The key; null when the answer is given again for an Idempotency-Key.'),
  warning: z.string(),
});

/** API keys of partners, for administrators. */
export const partnerKeyRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/3pi-partners/{partner_id}/keys',
    summary: "List a partner's keys, newest first and unpaged",
    operation: listPartnerKeys,
    present: (keys, { now }) => ({ data: keys.map((key) => presentListedKey(key, now)) }),
    response: dataSchema(z.array(listedKeySchema)),
  }),
  route({
    method: 'POST',
    path: '/3pi-partners/{partner_id}/keys',
    summary: 'Make a key',
    operation: createPartnerKey,
    status: 201,
    present: ({ key, plaintext }, { now }) => ({ data: presentKey(key, now), plaintext, warning: CREATED_WARNING }),
    response: createdSchema,
    secrets: ['plaintext'],
  }),
  route({
    method: 'POST',
    path: '/3pi-partners/{partner_id}/keys/{key_id}/rotate',
    summary: 'Replace a key by a new one with the same settings',
    operation: rotatePartnerKey,
    status: 201,
    present: ({ key, plaintext, revokedKeyId }, { now }) => ({
      data: presentKey(key, now),
      plaintext,
      warning: ROTATED_WARNING,
      revoked_key_id: revokedKeyId,
    }),
    response: createdSchema.extend({ revoked_key_id: idSchema }),
    secrets: ['plaintext'],
    errors: ['CONFLICT'],
  }),
  route({
    method: 'POST',
    path: '/3pi-partners/{partner_id}/keys/{key_id}/revoke',
    summary: 'Revoke a key for good',
    operation: revokePartnerKey,
    present: (key, { now }) => ({ data: presentKey(key, now) }),
    response: dataSchema(keySchema),
  }),
];
