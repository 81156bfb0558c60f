import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { activationChanges } from '../activation.ts';
import { webhookParams } from '../schema.ts';
import { changeEndpoint, lockEndpoint } from '../store.ts';
import { ownEndpoint } from '../target.ts';
import type { WebhookEndpointRow } from '../types.ts';
import { skipWaiting } from '../wake.ts';

/** Switches an endpoint off, or on again with a clean record. */
export const toggleWebhook = operation({
  name: 'webhooks.toggle',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: nothing,
  run: (deps, call, _input, { id }): Promise<WebhookEndpointRow> =>
    deps.transaction(call, async (tx) => {
      const endpoint = await lockEndpoint(tx.em, id);
      const changed =
        endpoint && (await changeEndpoint(tx.em, tx.now, id, activationChanges(endpoint, !endpoint.active)));
      if (!changed) throw notFound('Webhook');
      if (!changed.active) await skipWaiting(tx, call, id);
      tx.audit({
        type: 'webhook',
        id: id,
        details: { active: changed.active },
      });
      return changed;
    }),
});
