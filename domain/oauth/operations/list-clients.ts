import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import type { Partner } from '../../partners/types.ts';
import { selectPartnerClients } from '../client-store.ts';
import { listOauthClientsQuery } from '../schema.ts';

/** Lists a partner's clients, newest first. */
export const listOauthClients = operation({
  name: 'oauth_clients.list',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: listOauthClientsQuery,
  run: (deps, _call, query, partner: Partner) => selectPartnerClients(deps.db, partner.id, query),
});
