import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { ENDPOINTS_BY_PLAN } from '../rules.ts';
import { checkAddress, createWebhookBody } from '../schema.ts';
import { SECRET_LENGTH } from '../signature.ts';
import { countEndpointsLocked, findEndpoint, insertEndpoint } from '../store.ts';
import type { WebhookEndpointRow } from '../table.ts';

/** An endpoint with its secret, which is returned only on creation; null when the response is repeated. */
export interface EndpointWithSecret {
  endpoint: WebhookEndpointRow;
  secret: string | null;
}

/** Adds an endpoint within the limit of the partner's plan. */
export const createWebhook = operation({
  name: 'webhooks.create',
  permission: 'manage_webhooks',
  params: z.object({}),
  input: createWebhookBody,
  checkInput: checkAddress,
  prepare: (deps, call) => getPartnerById(deps.db, partnerOf(call)),
  async change(tx, { deps, input, prepared: partner }): Promise<EndpointWithSecret> {
    const limit = ENDPOINTS_BY_PLAN[partner.plan];
    if ((await countEndpointsLocked(tx.em, partner.id)) >= limit) {
      throw new AppError(
        'WEBHOOK_LIMIT_REACHED',
        `Your plan has room for ${limit} webhooks; delete one or change the plan.`,
      );
    }
    const secret = deps.ids.base62(SECRET_LENGTH);
    const endpoint = await insertEndpoint(tx.em, tx.now, {
      ...input,
      row_key: deps.ids.uuid(),
      partner_id: partner.id,
      secret: deps.secrets.seal(secret),
    });
    return { endpoint, secret };
  },
  audit: ({ endpoint }) => ({ type: 'webhook', id: endpoint.id }),
  recover: endpointWithoutSecret,
});

/** The response to a repeat after a crash, without the secret. */
export async function endpointWithoutSecret(deps: Deps, _call: Call, madeId: string): Promise<EndpointWithSecret> {
  const endpoint = await findEndpoint(deps.db, Number(madeId));
  if (!endpoint) throw notFound('Webhook');
  return { endpoint, secret: null };
}
