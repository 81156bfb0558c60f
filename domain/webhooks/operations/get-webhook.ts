import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { webhookParams } from '../schema.ts';
import type { WebhookEndpointRow } from '../table.ts';
import { ownEndpoint } from '../target.ts';

/** One endpoint. */
export const getWebhook = operation({
  name: 'webhooks.get',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: nothing,
  run: async (_deps, _call, _input, endpoint): Promise<WebhookEndpointRow> => endpoint,
});
