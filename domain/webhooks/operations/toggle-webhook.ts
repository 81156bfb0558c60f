import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { activationChanges } from '../activation.ts';
import { webhookParams } from '../schema.ts';
import { lockEndpoint, updateEndpoint } from '../store.ts';
import type { WebhookEndpointRow } from '../table.ts';
import { ownEndpoint } from '../target.ts';
import { skipWaiting } from '../wake.ts';

/** Switches an endpoint off, or on again with its failures cleared. */
export const toggleWebhook = operation({
  name: 'webhooks.toggle',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: nothing,
  async change(tx, { target: { id } }): Promise<WebhookEndpointRow> {
    const endpoint = await lockEndpoint(tx.em, id);
    const changed =
      endpoint && (await updateEndpoint(tx.em, tx.now, id, activationChanges(endpoint, !endpoint.active)));
    if (!changed) throw notFound('Webhook');
    if (!changed.active) await skipWaiting(tx, id);
    return changed;
  },
  audit: ({ id, active }) => ({ type: 'webhook', id, details: { active } }),
});
