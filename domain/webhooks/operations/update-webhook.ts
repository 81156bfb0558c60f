import { differs } from '../../kernel/differs.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { checkAddress, ownEndpoint, updateWebhookBody, webhookParams } from '../schema.ts';
import { type EndpointChanges, lockEndpoint, updateEndpoint } from '../store.ts';
import type { WebhookEndpointRow } from '../table.ts';
import { skipWaiting } from '../wake.ts';

/** Changes an endpoint; pending deliveries go to the new URL. */
export const updateWebhook = operation({
  name: 'webhooks.update',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: updateWebhookBody,
  checkInput: checkAddress,
  lock: (tx, _call, { id }) => lockEndpoint(tx.em, id),
  async change(tx, { input, target: { id } }): Promise<WebhookEndpointRow> {
    const current = await lockEndpoint(tx.em, id);
    if (!current) throw notFound('Webhook');
    if (!differs(current, input)) {
      tx.unchanged();
      return current;
    }
    const { active, ...rest } = input;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const changed = await updateEndpoint(tx.em, tx.now, id, { ...given, ...activationChanges(current, active) });
    if (!changed) throw notFound('Webhook');
    if (active === false) await skipWaiting(tx, id);
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'webhook', id, details: { fields: Object.keys(input) } }),
});

/** Switches an endpoint off, or on again with its failures cleared. */
export const toggleWebhook = operation({
  name: 'webhooks.toggle',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: nothing,
  lock: (tx, _call, { id }) => lockEndpoint(tx.em, id),
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

/** Changes to an endpoint when it is switched on or off; none when its state stays. */
function activationChanges(endpoint: Pick<WebhookEndpointRow, 'active'>, active: boolean | undefined): EndpointChanges {
  if (active === undefined || active === endpoint.active) return {};
  return active ? { active, disabled_reason: null, failure_count: 0, timeout_count: 0 } : { active };
}
