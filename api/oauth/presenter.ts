import { z } from 'zod';
import { ROLES } from '../../domain/kernel/permissions.ts';
import type { OauthClientRow } from '../../domain/oauth/client-store.ts';
import { ALL_SCOPES } from '../../domain/oauth/scopes.ts';
import { datetime, resource } from '../presenters.ts';
import { datetimeSchema, resourceSchema } from '../response-schemas.ts';

/** A client in answers. */
export const oauthClientSchema = resourceSchema(
  'oauth_client',
  {
    client_id: z.string(),
    name: z.string(),
    role: z.enum(ROLES).nullable(),
    scopes: z.array(z.string()),
    grant_types: z.array(z.string()),
    redirect_uris: z.array(z.string()),
    created_at: datetimeSchema,
  },
  { id: z.string().describe('The `client_id`.') },
);

/** A client as administrators see it; never its secret. */
export function presentOauthClient(client: OauthClientRow): Record<string, unknown> {
  const { grant_types, redirect_uris } = client.metadata;
  return resource({
    type: 'oauth_client',
    id: client.client_id,
    attributes: {
      client_id: client.client_id,
      name: client.name,
      role: client.role,
      scopes: client.scopes ?? ALL_SCOPES,
      grant_types,
      redirect_uris,
      created_at: datetime(client.created_at),
    },
  });
}
