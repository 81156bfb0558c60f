import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Db, Deps } from '../../kernel/deps.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { recordId } from '../../kernel/schema.ts';
import { RETRYABLE } from '../rules.ts';
import { findEvent, reopenEvent } from '../store.ts';
import type { PaymentEvent } from '../table.ts';

/** Path of an event. */
const paymentEventParams = z.object({ payment_event_id: recordId.describe('Number of the event.') });

/** Applies an event again, for example after its price was added to the billing catalogue. */
export const retryPaymentEvent = operation({
  name: 'payments.retry',
  permission: 'administrator',
  params: paymentEventParams,
  target: eventFromPath,
  input: nothing,
  async change(tx, { call, target }) {
    const event = await reopenEvent(tx.em, tx.now, target.id, RETRYABLE);
    if (!event) throw conflict('The event has been carried out.');
    const { id: eventId, row_key: rowKey, gateway } = event;
    tx.enqueue({ kind: 'payment.apply', eventId, rowKey, gateway, requestId: call.requestId });
    return getEvent(tx.em, target.id);
  },
  audit: ({ id, partner_id }) => ({ type: 'payment_event', id, partnerId: partner_id }),
  recover: (deps, _call, madeId) => getEvent(deps.db, Number(madeId)),
});

function eventFromPath(deps: Deps, _call: Call, params: { payment_event_id: number }): Promise<PaymentEvent> {
  return getEvent(deps.db, params.payment_event_id);
}

async function getEvent(db: Db, id: number): Promise<PaymentEvent> {
  const event = await findEvent(db, id);
  if (!event) throw notFound('Payment event');
  return event;
}
