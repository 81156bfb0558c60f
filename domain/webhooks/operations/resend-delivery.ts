import { conflict, gone } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { resendDelivery as makeDue } from '../deliveries-store.ts';
import { holdPayload } from '../payload-store.ts';
import { deliveryParams } from '../schema.ts';
import { type DeliveryTarget, ownDelivery } from '../target.ts';
import { wakeEndpoint } from '../wake.ts';

/** Sends an event once more, under the same id and with a fresh schedule of retries. */
export const resendDelivery = operation({
  name: 'webhooks.resend',
  permission: 'manage_webhooks',
  params: deliveryParams,
  target: ownDelivery,
  input: nothing,
  run: (deps, call, _input, { endpoint, delivery }): Promise<DeliveryTarget> =>
    deps.transaction(call, async (tx) => {
      if (!(await holdPayload(tx.em, delivery.event_id))) throw gone('The payload of this event is no longer kept.');
      if (!endpoint.active) throw conflict('The webhook is inactive; switch it on first.');
      const due = await makeDue(tx.em, tx.now, delivery.id);
      if (!due) throw conflict('The delivery is being sent now.');
      await wakeEndpoint(tx, call, endpoint.id);
      tx.audit({ type: 'webhook_delivery', id: delivery.event_id });
      return { endpoint, delivery: due };
    }),
});
