import { listPaymentEvents } from '../../domain/payments/operations/list-payment-events.ts';
import { retryPaymentEvent } from '../../domain/payments/operations/retry-payment-event.ts';
import { area } from '../area.ts';
import { one, page } from '../resource.ts';
import { route } from '../route.ts';
import { paymentEventResource } from './resource.ts';

export const paymentsArea = area({
  tag: {
    name: 'Payments',
    group: 'Administration',
    description: 'What payment gateways tell, and what has become of it; for administrators.',
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
      summary: 'Carry an event of a payment gateway out again',
      description: 'For one that failed, waits or was ignored, such as after a change of the billing catalogue.',
      extension: true,
      operation: retryPaymentEvent,
      status: 202,
      body: one(paymentEventResource),
      errors: ['CONFLICT'],
    }),
  ],
});
