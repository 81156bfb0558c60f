import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requirePartner } from '../../partners/target.ts';
import { deleteClient, findPartnerClient, type OauthClientRow } from '../client-store.ts';
import { deleteClientRecords } from '../record-store.ts';
import { oauthClientParams } from '../schema.ts';

/** Removes a client; its access tokens, and those of users who came through it, are refused from the next request on. */
export const deleteOauthClient = operation({
  name: 'oauth_clients.delete',
  permission: 'administrator',
  params: oauthClientParams,
  target: namedClient,
  input: nothing,
  run: (deps, call, _input, client: OauthClientRow): Promise<void> =>
    deps.transaction(call, async (tx) => {
      await deleteClient(tx.em, client.id);
      await deleteClientRecords(tx.em, client.client_id);
      tx.audit({
        type: 'oauth_client',
        id: client.client_id,
        partnerId: client.partner_id,
      });
    }),
});

async function namedClient(
  deps: Deps,
  _call: Call,
  params: { partner_id: number; client_id: string },
): Promise<OauthClientRow> {
  const partner = await requirePartner(deps.db, params.partner_id);
  const client = await findPartnerClient(deps.db, partner.id, params.client_id);
  if (!client) throw notFound('OAuth client');
  return client;
}
