import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { webhookParams } from '../schema.ts';
import { changeEndpoint } from '../store.ts';
import { ownEndpoint } from '../target.ts';
import { skipWaiting } from '../wake.ts';

/** Removes an endpoint; nothing more is sent to it. */
export const deleteWebhook = operation({
  name: 'webhooks.delete',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: nothing,
  run: (deps, call, _input, endpoint): Promise<void> =>
    deps.transaction(call, async (tx) => {
      await changeEndpoint(tx.em, tx.now, endpoint.id, { active: false, deleted_at: tx.now });
      await skipWaiting(tx, call, endpoint.id);
      tx.audit({ type: 'webhook', id: endpoint.id });
    }),
});
