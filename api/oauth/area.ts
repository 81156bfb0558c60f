import { z } from 'zod';
import { ROLES } from '../../domain/kernel/permissions.ts';
import { createOauthClient } from '../../domain/oauth/operations/create-client.ts';
import { deleteOauthClient } from '../../domain/oauth/operations/delete-client.ts';
import { listOauthClients } from '../../domain/oauth/operations/list-clients.ts';
import { ALL_SCOPES } from '../../domain/oauth/scopes.ts';
import type { CreatedClient, OauthClientRow } from '../../domain/oauth/table.ts';
import { area } from '../area.ts';
import { datetimeSchema, page, presenter, resource } from '../resource.ts';
import { route } from '../route.ts';

/** A client for administrators, without its secret. */
export const oauthClientResource = resource({
  type: 'oauth_client',
  id: z.string().describe('The `client_id`.'),
  attributes: {
    client_id: z.string().describe('Public id, used as OAuth `client_id`.'),
    name: z.string().describe('Name of the program, shown on the consent page.'),
    role: z.enum(ROLES).nullable().describe('Role for acting on its own behalf; null if it acts for people only.'),
    scopes: z.array(z.string()).describe('Scopes that it may request.'),
    grant_types: z.array(z.string()).describe('Allowed OAuth 2 grant types.'),
    redirect_uris: z.array(z.string()).describe('Redirect URIs; empty if it signs no one in.'),
    created_at: datetimeSchema,
  },
  present: ({ client_id, scopes, metadata }: OauthClientRow) => ({
    id: client_id,
    attributes: {
      scopes: scopes ?? [...ALL_SCOPES],
      grant_types: metadata.grant_types,
      redirect_uris: metadata.redirect_uris,
    },
  }),
});

/** A new client with its secret. */
const createdClientBody = presenter(
  z.object({
    data: oauthClientResource.schema,
    client_secret: z
      .string()
      .nullable()
      .describe('The secret; null if the response is repeated for an Idempotency-Key.'),
    warning: z.string().describe('A sentence to show with the secret.'),
  }),
  ({ client, secret }: CreatedClient, context) => ({
    data: oauthClientResource.present(client, context),
    client_secret: secret,
    warning: 'Store this secret now; it is shown only once.',
  }),
);

export const oauthArea = area({
  tag: {
    name: 'OAuth clients',
    group: 'Administration',
    description: 'OAuth clients of a partner; for administrators.',
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
      summary: 'Create a client',
      extension: true,
      operation: createOauthClient,
      status: 201,
      body: createdClientBody,
      errors: ['CONFLICT'],
      secrets: ['client_secret'],
    }),

    route({
      method: 'DELETE',
      path: '/3pi-partners/{partner_id}/oauth-clients/{client_id}',
      summary: 'Remove a client; its tokens stop working with the next request',
      extension: true,
      operation: deleteOauthClient,
    }),
  ],
});
