import { conflict, gone } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { makeDue } from '../deliveries-store.ts';
import { holdPayload } from '../payload-store.ts';
import { deliveryParams } from '../schema.ts';
import type { WebhookDeliveryRow } from '../table.ts';
import { ownDelivery } from '../target.ts';
import { wakeEndpoint } from '../wake.ts';

/** Sends an event again, under the same id and with a new schedule of retries. */
export const resendDelivery = operation({
  name: 'webhooks.resend',
  permission: 'manage_webhooks',
  params: deliveryParams,
  target: ownDelivery,
  input: nothing,
  async change(tx, { target: { endpoint, delivery } }): Promise<WebhookDeliveryRow> {
    if (!(await holdPayload(tx.em, delivery.event_id))) throw gone('The payload of this event is no longer kept.');
    if (!endpoint.active) throw conflict('The webhook is inactive; switch it on first.');
    const due = await makeDue(tx.em, tx.now, delivery.id);
    if (!due) throw conflict('The delivery is being sent now.');
    await wakeEndpoint(tx, endpoint.id);
    return due;
  },
  audit: ({ event_id }) => ({ type: 'webhook_delivery', id: event_id }),
});
