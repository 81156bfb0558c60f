import type { z } from 'zod';
import type { applyEvent } from '../../domain/payments/steps/apply-event.ts';
import { type CommandedFlow, PRIORITY_KEYS } from '../commands.ts';

/** Identifies an event; the key distinguishes a run from those before the event was retried. */
export type PaymentEventInput = z.input<typeof applyEvent.input>;

/** Applies an event of a payment gateway. */
export const PAYMENT_EVENT = {
  workflow: 'paymentEvent',
  id: 'payment-event',
  row: 'eventId',
  command: 'payment.apply',
  start: ({ eventId, rowKey, gateway, requestId }, publicUrl) => ({
    input: { eventId, rowKey },
    memo: { requestId, link: `${publicUrl}/api/v1/3pi-partners/payment-events` },
    keywords: { MwResourceId: `payment_event:${eventId}` },
    summary: `Event of the payment gateway ${gateway}`,
    details:
      `Event ${eventId}. Safe to cancel or terminate: it fails, nothing is done by halves, and ` +
      `\`POST /3pi-partners/payment-events/${eventId}/retry\` takes it up again.`,
    priority: { priorityKey: PRIORITY_KEYS.high, fairnessKey: `gateway-${gateway}` },
  }),
} as const satisfies CommandedFlow<'payment.apply', PaymentEventInput>;
