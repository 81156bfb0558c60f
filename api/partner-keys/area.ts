import { createPartnerKey } from '../../domain/partner-keys/operations/create-key.ts';
import { listPartnerKeys } from '../../domain/partner-keys/operations/list-keys.ts';
import { revokePartnerKey } from '../../domain/partner-keys/operations/revoke-key.ts';
import { rotatePartnerKey } from '../../domain/partner-keys/operations/rotate-key.ts';
import { area } from '../area.ts';
import { all, one } from '../resource.ts';
import { route } from '../route.ts';
import { createdKeyBody, keyResource, listedKeyResource, rotatedKeyBody } from './resource.ts';

export const partnerKeysArea = area({
  tag: {
    name: 'Partner API keys',
    group: 'Administration',
    description: 'Keys of partners: make, rotate, revoke, list; for administrators.',
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
      summary: 'Make a key',
      operation: createPartnerKey,
      status: 201,
      body: createdKeyBody,
      secrets: ['plaintext'],
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/keys/{key_id}/rotate',
      summary: 'Replace a key by a new one with the same settings',
      operation: rotatePartnerKey,
      status: 201,
      body: rotatedKeyBody,
      secrets: ['plaintext'],
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/keys/{key_id}/revoke',
      summary: 'Revoke a key for good',
      operation: revokePartnerKey,
      body: one(keyResource),
    }),
  ],
});
