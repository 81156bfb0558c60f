import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { activationChanges } from '../activation.ts';
import { checkAddress } from '../address.ts';
import { updateWebhookBody, webhookParams } from '../schema.ts';
import { lockEndpoint, updateEndpoint } from '../store.ts';
import type { WebhookEndpointRow } from '../table.ts';
import { ownEndpoint } from '../target.ts';
import { skipWaiting } from '../wake.ts';

/** Changes an endpoint; pending deliveries go to the new URL. */
export const updateWebhook = operation({
  name: 'webhooks.update',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: updateWebhookBody,
  checkInput: checkAddress,
  async change(tx, { input, target: { id } }): Promise<WebhookEndpointRow> {
    const current = await lockEndpoint(tx.em, id);
    if (!current) throw notFound('Webhook');
    const { active, ...rest } = input;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const changed = await updateEndpoint(tx.em, tx.now, id, { ...given, ...activationChanges(current, active) });
    if (!changed) throw notFound('Webhook');
    if (active === false) await skipWaiting(tx, id);
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'webhook', id, details: { fields: Object.keys(input) } }),
});
