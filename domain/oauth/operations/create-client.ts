import type { z } from 'zod';
import { notFound } from '../../kernel/errors.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import { hashOfClientSecret, newClientId, newClientSecret } from '../client-secret.ts';
import { countPartnerClients, findClientRow, insertClient } from '../client-store.ts';
import { applicationType, createOauthClientBody, type GRANT_TYPES } from '../schema.ts';
import type { ClientMetadata, CreatedClient } from '../table.ts';

/** Creates a confidential client of a partner. Its secret is returned only here. */
export const createOauthClient = operation({
  name: 'oauth_clients.create',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: createOauthClientBody,
  async change(tx, { deps, input, target: partner }): Promise<CreatedClient> {
    const count = () => countPartnerClients(tx.em, partner.id);
    await requireWithinLimit(tx.em, deps.limits, 'oauth_clients', { partnerId: partner.id, count });
    const clientId = newClientId(deps.ids);
    const secret = newClientSecret(deps.ids);
    const client = await insertClient(tx.em, tx.now, {
      client_id: clientId,
      partner_id: partner.id,
      name: input.name,
      role: input.role,
      scopes: input.scopes ?? null,
      metadata: metadataOf(input, clientId, secret),
    });
    return { client, secret };
  },
  audit: ({ client }) => ({
    type: 'oauth_client',
    id: client.client_id,
    partnerId: client.partner_id,
    details: { role: client.role },
  }),
  async recover(deps, _call, madeId) {
    const client = await findClientRow(deps.db, madeId);
    if (!client) throw notFound('OAuth client');
    return { client, secret: null };
  },
});

function metadataOf(body: z.output<typeof createOauthClientBody>, clientId: string, secret: string): ClientMetadata {
  const grants: (typeof GRANT_TYPES)[number][] = body.grant_types ?? [
    'client_credentials',
    ...(body.redirect_uris.length > 0 ? (['authorization_code', 'refresh_token'] as const) : []),
  ];
  return {
    client_id: clientId,
    client_name: body.name,
    client_secret: hashOfClientSecret(secret),
    grant_types: grants,
    redirect_uris: body.redirect_uris,
    response_types: grants.includes('authorization_code') ? ['code'] : [],
    application_type: applicationType(body.redirect_uris),
  };
}
