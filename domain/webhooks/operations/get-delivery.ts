import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { findPayload } from '../payload-store.ts';
import { deliveryParams } from '../schema.ts';
import { deliveryBody } from '../signature.ts';
import type { WebhookDeliveryRow } from '../table.ts';
import { ownDelivery } from '../target.ts';

/** A delivery with what is sent; null once the payload of its event is no longer kept. */
export interface DeliveryWithBody {
  delivery: WebhookDeliveryRow;
  body: string | null;
}

/** One delivery to an endpoint, with the body that every attempt sends. */
export const getDelivery = operation({
  name: 'webhooks.get_delivery',
  permission: 'manage_webhooks',
  params: deliveryParams,
  target: ownDelivery,
  input: nothing,
  run: async (deps, _call, _input, { delivery }): Promise<DeliveryWithBody> => {
    const event = await findPayload(deps.db, delivery.event_id);
    const body = event && deliveryBody({ id: delivery.event_id, type: delivery.event_type, ...event });
    return { delivery, body };
  },
});
