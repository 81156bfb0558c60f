import { perform } from '../domain/kernel/step.ts';
import { applyEvent } from '../domain/payments/steps/apply-event.ts';
import { findEventPartner } from '../domain/payments/steps/find-event-partner.ts';
import { failEvent, listStaleEvents } from '../domain/payments/steps/housekeeping.ts';
import { PAYMENT_EVENT } from '../workflows/payment-event/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Applies events of payment gateways and fails those that cannot be applied. */
export const paymentEvent = {
  contract: PAYMENT_EVENT,
  steps: {
    transitions: { failPaymentEvent: failEvent, findPaymentEventPartner: findEventPartner },
    main: { applyPaymentEvent: applyEvent },
  },
  owner: {
    name: 'event of a payment gateway',
    stale: listStaleEvents,
    end: (deps, event, reason) => perform(deps, failEvent, { ...event, reason }),
  },
} as const satisfies Flow<typeof PAYMENT_EVENT>;

export type PaymentEventSteps = Activities<typeof paymentEvent>;
