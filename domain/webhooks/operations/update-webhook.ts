import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { activationChanges } from '../activation.ts';
import { checkAddress } from '../address.ts';
import { updateWebhookBody, webhookParams } from '../schema.ts';
import { changeEndpoint, lockEndpoint } from '../store.ts';
import { ownEndpoint } from '../target.ts';
import type { WebhookEndpointRow } from '../types.ts';
import { skipWaiting } from '../wake.ts';

/** Changes an endpoint; what was published before goes to where it then leads. */
export const updateWebhook = operation({
  name: 'webhooks.update',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: updateWebhookBody,
  checkInput: checkAddress,
  run: (deps, call, changes, endpoint): Promise<WebhookEndpointRow> =>
    deps.transaction(call, async (tx) => {
      const current = await lockEndpoint(tx.em, endpoint.id);
      if (!current) throw notFound('Webhook');
      const { active, ...rest } = changes;
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const changed = await changeEndpoint(tx.em, tx.now, endpoint.id, {
        ...given,
        ...activationChanges(current, active),
      });
      if (!changed) throw notFound('Webhook');
      if (active === false) await skipWaiting(tx, call, endpoint.id);
      tx.audit({
        type: 'webhook',
        id: endpoint.id,
        details: { fields: Object.keys(changes) },
      });
      return changed;
    }),
});
