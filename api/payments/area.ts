import { z } from 'zod';
import { GATEWAYS } from '../../domain/kernel/gateways.ts';
import { listPaymentEvents } from '../../domain/payments/operations/list-payment-events.ts';
import { retryPaymentEvent } from '../../domain/payments/operations/retry-payment-event.ts';
import { FACT_KINDS, PAYMENT_EVENT_STATUSES, type PaymentEvent } from '../../domain/payments/table.ts';
import { area } from '../area.ts';
import { datetime, datetimeSchema, idSchema, one, page, record } from '../resource.ts';
import { route } from '../route.ts';

/** An event of a payment gateway as administrators see it. */
export const paymentEventResource = record(
  z
    .object({
      id: idSchema,
      gateway: z.enum(GATEWAYS).describe('Payment gateway that sent the event.'),
      event_id: z.string().describe("The gateway's id."),
      type: z.string().describe("The gateway's name of the event type."),
      status: z
        .enum(PAYMENT_EVENT_STATUSES)
        .describe(
          '`stored` until it is applied, which takes a moment, or until what it waits for arrives: see `reason`.',
        ),
      reason: z.string().nullable().describe('What it waits for, or why it had no effect.'),
      kind: z.enum(FACT_KINDS).nullable().describe('What it reports; null if nothing, or if it has not been read yet.'),
      partner_id: idSchema.nullable().describe('The partner or payment concerned.'),
      subject: z.string().nullable().describe('The purchase or subscription concerned.'),
      order_id: idSchema.nullable().describe('The order created for its payment.'),
      occurred_at: datetimeSchema.nullable().describe('Time given by the gateway; null if `kind` is.'),
      received_at: datetimeSchema.describe('When the service received and stored it.'),
      updated_at: datetimeSchema,
    })
    .meta({ title: 'PaymentEvent' }),
  (event: PaymentEvent) => ({
    received_at: datetime(event.created_at),
  }),
);

export const paymentsArea = area({
  tag: {
    name: 'Payments',
    group: 'Administration',
    description: 'Events received from payment gateways, and their status; for administrators.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners/payment-events',
      operationId: 'listPaymentEvents',
      summary: 'List the events of payment gateways',
      extension: true,
      operation: listPaymentEvents,
      body: page(paymentEventResource),
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/payment-events/{payment_event_id}/retry',
      operationId: 'retryPaymentEvent',
      summary: 'Reapply an event of a payment gateway',
      description: 'For events that failed, wait or were ignored, for example after a change to the billing catalog.',
      extension: true,
      operation: retryPaymentEvent,
      status: 202,
      body: one(paymentEventResource),
      errors: ['CONFLICT'],
    }),
  ],
});
