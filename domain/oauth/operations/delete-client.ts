import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { deleteClient, findPartnerClient } from '../client-store.ts';
import { deleteClientRecords } from '../record-store.ts';
import { oauthClientParams } from '../schema.ts';
import type { OauthClientRow } from '../table.ts';

/**
 * Removes a client. Its access tokens, and those of users who came through it, are refused from the next request on.
 */
export const deleteOauthClient = operation({
  name: 'oauth_clients.delete',
  permission: 'administrator',
  params: oauthClientParams,
  target: clientFromPath,
  input: nothing,
  async change(tx, { target: client }) {
    await deleteClient(tx.em, client.id);
    await deleteClientRecords(tx.em, client.client_id);
  },
  audit: (_output, { target }) => ({ type: 'oauth_client', id: target.client_id, partnerId: target.partner_id }),
});

async function clientFromPath(
  deps: Deps,
  _call: Call,
  params: { partner_id: number; client_id: string },
): Promise<OauthClientRow> {
  const partner = await getPartnerById(deps.db, params.partner_id);
  const client = await findPartnerClient(deps.db, partner.id, params.client_id);
  if (!client) throw notFound('OAuth client');
  return client;
}
