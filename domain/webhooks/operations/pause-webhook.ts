import type { Tx } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownEndpoint, webhookParams } from '../schema.ts';
import { updateEndpoint } from '../store.ts';
import type { WebhookEndpointRow } from '../table.ts';
import { wakeEndpoint } from '../wake.ts';

const shared = {
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: nothing,
  audit: ({ id }: WebhookEndpointRow) => ({ type: 'webhook', id }),
} as const;

/** Holds deliveries until the endpoint is resumed. */
export const pauseWebhook = operation({
  ...shared,
  name: 'webhooks.pause',
  change: (tx, { target }) => setPaused(tx, target.id, true),
});

/** Sends the held deliveries, and all later ones. */
export const resumeWebhook = operation({
  ...shared,
  name: 'webhooks.resume',
  async change(tx, { target }) {
    const resumed = await setPaused(tx, target.id, false);
    await wakeEndpoint(tx, target.id);
    return resumed;
  },
});

async function setPaused(tx: Tx, id: number, paused: boolean): Promise<WebhookEndpointRow> {
  const changed = await updateEndpoint(tx.em, tx.now, id, { paused });
  if (!changed) throw notFound('Webhook');
  return changed;
}
