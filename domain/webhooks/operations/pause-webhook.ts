import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { webhookParams } from '../schema.ts';
import { changeEndpoint } from '../store.ts';
import { ownEndpoint } from '../target.ts';
import type { WebhookEndpointRow } from '../types.ts';
import { wakeEndpoint } from '../wake.ts';

const shared = { permission: 'manage_webhooks', params: webhookParams, target: ownEndpoint, input: nothing } as const;

/** Holds deliveries back; they wait until the endpoint is resumed. */
export const pauseWebhook = operation({
  ...shared,
  name: 'webhooks.pause',
  run: (deps, call, _input, endpoint) => setPaused(deps, call, endpoint, true),
});

/** Sends what has waited, and all that comes. */
export const resumeWebhook = operation({
  ...shared,
  name: 'webhooks.resume',
  run: (deps, call, _input, endpoint) => setPaused(deps, call, endpoint, false),
});

function setPaused(deps: Deps, call: Call, { id }: WebhookEndpointRow, paused: boolean): Promise<WebhookEndpointRow> {
  return deps.transaction(call, async (tx) => {
    const changed = await changeEndpoint(tx.em, tx.now, id, { paused });
    if (!changed) throw notFound('Webhook');
    if (!paused) await wakeEndpoint(tx, call, id);
    tx.audit({ type: 'webhook', id: id });
    return changed;
  });
}
