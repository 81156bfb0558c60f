import { z } from 'zod';
import { GATEWAYS } from '../../kernel/gateways.ts';
import { step } from '../../kernel/step.ts';
import { insertEvent } from '../store.ts';

/**
 * Stores an event whose signature is valid and starts its workflow. An event that is stored already changes nothing.
 */
export const receiveEvent = step({
  name: 'payments.receive',
  input: z.object({
    gateway: z.enum(GATEWAYS),
    id: z.string().max(255),
    type: z.string().max(120),
    payload: z.string(),
  }),
  output: z.object({ isDuplicate: z.boolean() }),
  async run(deps, call, { gateway, id, type, payload }) {
    const rowKey = deps.ids.uuid();
    const sealed = deps.secrets.seal(payload);
    const isDuplicate = await deps.transaction(call, async (tx) => {
      const event = { row_key: rowKey, gateway, event_id: id, type, payload: sealed };
      const eventId = await insertEvent(tx.em, tx.now, event);
      if (eventId === null) return true;
      tx.enqueue({ kind: 'payment.apply', eventId, rowKey, gateway, requestId: call.requestId });
      return false;
    });
    deps.meters.paymentEvent(gateway, isDuplicate ? 'duplicate' : 'received');
    return { isDuplicate };
  },
});
