import { createOauthClient } from '../../domain/oauth/operations/create-client.ts';
import { deleteOauthClient } from '../../domain/oauth/operations/delete-client.ts';
import { listOauthClients } from '../../domain/oauth/operations/list-clients.ts';
import { area } from '../area.ts';
import { page } from '../resource.ts';
import { route } from '../route.ts';
import { createdClientBody, oauthClientResource } from './resource.ts';

export const oauthArea = area({
  tag: {
    name: 'OAuth clients',
    group: 'Administration',
    description: 'Programs of a partner that fetch access tokens; for administrators.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners/{partner_id}/oauth-clients',
      summary: "List a partner's clients, newest first",
      extension: true,
      operation: listOauthClients,
      body: page(oauthClientResource),
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/oauth-clients',
      summary: 'Make a client',
      extension: true,
      operation: createOauthClient,
      status: 201,
      body: createdClientBody,
      secrets: ['client_secret'],
    }),

    route({
      method: 'DELETE',
      path: '/3pi-partners/{partner_id}/oauth-clients/{client_id}',
      summary: 'Remove a client; its tokens are refused from the next request on',
      extension: true,
      operation: deleteOauthClient,
    }),
  ],
});
