import { z } from 'zod';
import { createOauthClient } from '../../domain/oauth/operations/create-client.ts';
import { deleteOauthClient } from '../../domain/oauth/operations/delete-client.ts';
import { listOauthClients } from '../../domain/oauth/operations/list-clients.ts';
import { listOf } from '../presenters.ts';
import { listSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import { oauthClientSchema, presentOauthClient } from './presenter.ts';

const CREATED_WARNING = 'Store this secret now; it is shown only once.';

/** OAuth clients of partners, for administrators. */
export const oauthClientRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/3pi-partners/{partner_id}/oauth-clients',
    summary: "List a partner's clients, newest first",
    extension: true,
    operation: listOauthClients,
    present: (page) => listOf(page, presentOauthClient),
    response: listSchema(oauthClientSchema),
  }),
  route({
    method: 'POST',
    path: '/3pi-partners/{partner_id}/oauth-clients',
    summary: 'Make a client',
    extension: true,
    operation: createOauthClient,
    status: 201,
    present: ({ client, secret }) => ({
      data: presentOauthClient(client),
      client_secret: secret,
      warning: CREATED_WARNING,
    }),
    response: z.object({
      data: oauthClientSchema,
      client_secret: z
        .string()
        .nullable()
        .describe('The secret; null when the answer is given again for an Idempotency-Key.'),
      warning: z.string(),
    }),
    secrets: ['client_secret'],
  }),
  route({
    method: 'DELETE',
    path: '/3pi-partners/{partner_id}/oauth-clients/{client_id}',
    summary: 'Remove a client; its tokens are refused from the next request on',
    extension: true,
    operation: deleteOauthClient,
  }),
];
