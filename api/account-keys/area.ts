import { getAccountKey, listAccountKeys } from '../../domain/partner-keys/operations/account-reads.ts';
import { createAccountKey } from '../../domain/partner-keys/operations/create-account-key.ts';
import { revokeAccountKey } from '../../domain/partner-keys/operations/revoke-account-key.ts';
import { rotateAccountKey } from '../../domain/partner-keys/operations/rotate-account-key.ts';
import { updateAccountKey } from '../../domain/partner-keys/operations/update-account-key.ts';
import { area } from '../area.ts';
import { createdKeyBody, keyResource, rotatedKeyBody } from '../partner-keys/area.ts';
import { all, one } from '../resource.ts';
import { route } from '../route.ts';
import { keyInDetailResource, usedKeyResource } from './resource.ts';

const WITHIN_OWN_ROLE =
  'A key has the permissions of the person who created it. Returns 403 if an admin tries to rotate or change a key with more permissions.';

export const accountKeysArea = area({
  tag: {
    name: 'API keys',
    group: 'Account',
    description: "The partner's own API keys: create, restrict, rotate and revoke them, and see their use.",
  },
  routes: [
    route({
      method: 'GET',
      path: '/app/keys',
      operationId: 'listKeys',
      summary: 'List your keys with their use, newest first and unpaged',
      description: 'All active keys, and the newest 100 revoked ones.',
      extension: true,
      operation: listAccountKeys,
      body: all(usedKeyResource),
    }),

    route({
      method: 'POST',
      path: '/app/keys',
      operationId: 'createKey',
      summary: 'Create a key',
      description: 'The key has the permissions of the person who creates it.',
      extension: true,
      operation: createAccountKey,
      status: 201,
      body: createdKeyBody,
      errors: ['CONFLICT'],
      secrets: ['plaintext'],
    }),

    route({
      method: 'GET',
      path: '/app/keys/{id}',
      operationId: 'getKey',
      summary: 'Read a key with its daily use and latest errors',
      extension: true,
      operation: getAccountKey,
      body: one(keyInDetailResource),
    }),

    route({
      method: 'PATCH',
      path: '/app/keys/{id}',
      operationId: 'updateKey',
      summary: 'Restrict a key, or change its name and limits',
      description: `Takes effect with the next request. ${WITHIN_OWN_ROLE}`,
      extension: true,
      operation: updateAccountKey,
      body: one(keyResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/keys/{id}/rotate',
      operationId: 'rotateKey',
      summary: 'Replace a key with a new one with the same settings',
      description: WITHIN_OWN_ROLE,
      extension: true,
      operation: rotateAccountKey,
      status: 201,
      body: rotatedKeyBody,
      headers: ({ key }) => ({ Location: `/api/v1/app/keys/${key.id}` }),
      locates: true,
      secrets: ['plaintext'],
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/keys/{id}/revoke',
      operationId: 'revokeKey',
      summary: 'Revoke a key permanently',
      extension: true,
      operation: revokeAccountKey,
      body: one(keyResource),
    }),
  ],
});
