import { z } from 'zod';
import type { SendResult } from '../../kernel/deps.ts';
import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { ownEndpoint, testWebhookBody } from '../schema.ts';
import { openSecrets, sign } from '../signature.ts';

/** Result of a test. */
export interface WebhookTest {
  webhookId: number;
  result: SendResult;
}

/**
 * Sends a test event at once, even to an inactive endpoint. It does not affect the endpoint's health and changes
 * nothing.
 */
export const testWebhook = operation({
  name: 'webhooks.test',
  permission: 'manage_webhooks',
  params: z.object({}),
  input: testWebhookBody,
  run: async (deps, call, { webhook_id }): Promise<WebhookTest> => {
    const endpoint = await ownEndpoint(deps, call, { id: webhook_id });
    const now = deps.clock.now();
    const body = JSON.stringify({
      event: 'webhook.test',
      webhook_id,
      timestamp: now.toISOString(),
      message: 'This is a test of your webhook.',
    });
    const id = `evt_${deps.ids.ulid(now)}`;
    const secretsAt = openSecrets(deps.secrets, endpoint);
    if (!secretsAt) throw conflict('The signing secret of this webhook cannot be read; rotate it.');
    const message = sign({ id, event: 'webhook.test', body }, secretsAt(now), now);
    const onBehalfOf = String(endpoint.partner_id);
    const result = await deps.sender.send({ url: endpoint.url, ...message, onBehalfOf });
    return { webhookId: endpoint.id, result };
  },
});
