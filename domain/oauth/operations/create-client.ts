import type { z } from 'zod';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import type { Partner } from '../../partners/store.ts';
import { namedPartner } from '../../partners/target.ts';
import { hashOfClientSecret, newClientId, newClientSecret } from '../client-secret.ts';
import { findClientById, insertClient, type OauthClientRow } from '../client-store.ts';
import { redirectTarget } from '../redirect-uri.ts';
import { createOauthClientBody, type GRANT_TYPES } from '../schema.ts';

/** A client that was just made; `secret` is null when the answer is given again. */
export interface CreatedClient {
  client: OauthClientRow;
  secret: string | null;
}

/** Makes a confidential client of a partner; its secret leaves the service here and never again. */
export const createOauthClient = operation({
  name: 'oauth_clients.create',
  permission: 'administrator',
  params: partnerParams,
  target: namedPartner,
  input: createOauthClientBody,
  run: (deps, call, body, partner: Partner): Promise<CreatedClient> => {
    const clientId = newClientId(deps.ids);
    const secret = newClientSecret(deps.ids);
    return deps.transaction(call, async (tx) => {
      const client = await insertClient(tx.em, tx.now, {
        client_id: clientId,
        partner_id: partner.id,
        name: body.name,
        role: body.role,
        scopes: body.scopes ?? null,
        metadata: metadataOf(body, clientId, secret),
      });
      tx.audit({
        type: 'oauth_client',
        id: client.client_id,
        partnerId: partner.id,
        details: { role: client.role },
      });
      tx.made({ type: 'oauth_client', id: client.id });
      return { client, secret };
    });
  },
  recover: async (deps, _call, madeId) => {
    const client = await findClientById(deps.db, Number(madeId));
    if (!client) throw notFound('OAuth client');
    return { client, secret: null };
  },
});

function metadataOf(
  body: z.output<typeof createOauthClientBody>,
  clientId: string,
  secret: string,
): Record<string, unknown> {
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
    application_type: body.redirect_uris.every((uri) => redirectTarget(uri) === 'web') ? 'web' : 'native',
  };
}
