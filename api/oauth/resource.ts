import { z } from 'zod';
import { ROLES } from '../../domain/kernel/permissions.ts';
import { ALL_SCOPES } from '../../domain/oauth/scopes.ts';
import type { CreatedClient, OauthClientRow } from '../../domain/oauth/table.ts';
import { datetimeSchema, presenter, resource } from '../resource.ts';

/** A client for administrators, without its secret. */
export const oauthClientResource = resource({
  type: 'oauth_client',
  id: z.string().describe('The `client_id`.'),
  attributes: {
    client_id: z.string(),
    name: z.string(),
    role: z.enum(ROLES).nullable(),
    scopes: z.array(z.string()),
    grant_types: z.array(z.string()),
    redirect_uris: z.array(z.string()),
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
export const createdClientBody = presenter(
  z.object({
    data: oauthClientResource.schema,
    client_secret: z
      .string()
      .nullable()
      .describe('The secret; null when the answer is given again for an Idempotency-Key.'),
    warning: z.string(),
  }),
  ({ client, secret }: CreatedClient, context) => ({
    data: oauthClientResource.present(client, context),
    client_secret: secret,
    warning: 'Store this secret now; it is shown only once.',
  }),
);
