import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownEndpoint, webhookParams } from '../schema.ts';
import { deleteEndpoint, lockEndpoint } from '../store.ts';
import { skipWaiting } from '../wake.ts';

/** Removes an endpoint; nothing more is sent to it. */
export const deleteWebhook = operation({
  name: 'webhooks.delete',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: nothing,
  lock: (tx, _call, { id }) => lockEndpoint(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    if (!(await deleteEndpoint(tx.em, tx.now, id))) throw notFound('Webhook');
    await skipWaiting(tx, id);
  },
  audit: (_output, { target }) => ({ type: 'webhook', id: target.id }),
});
