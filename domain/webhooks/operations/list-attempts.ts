import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listAttempts as listRows } from '../deliveries-store.ts';
import { deliveryParams } from '../schema.ts';
import type { WebhookAttemptRow } from '../table.ts';
import { ownDelivery } from '../target.ts';

/** Every try to deliver an event to an endpoint, oldest first. */
export const listAttempts = operation({
  name: 'webhooks.attempts',
  permission: 'manage_webhooks',
  params: deliveryParams,
  target: ownDelivery,
  input: nothing,
  run: (deps, _call, _input, { delivery }): Promise<WebhookAttemptRow[]> => listRows(deps.db, delivery.id),
});
