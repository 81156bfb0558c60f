import { type EngineCommands, PRIORITY_KEYS } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that carries out what an event of a payment gateway tells. */
export const PAYMENT_EVENT_WORKFLOW = 'paymentEvent';

/** Its id; one that is taken up again gets its key behind it. */
export function paymentEventWorkflowId(eventId: number): string {
  return `payment-event-${eventId}`;
}

/** Which event; the key tells a run from those before the event was taken up again. */
export interface PaymentEventInput {
  eventId: number;
  rowKey: string;
}

/** Work that only touches the database. */
export interface PaymentWork {
  /** Carries the event out; returns what has become of it: applied, ignored, failed, waiting, or gone to another run. */
  applyPaymentEvent(input: PaymentEventInput): Promise<string>;
}

/** Short transitions, run within the workflow task. */
export interface PaymentTransitions {
  /** Ends the event as failed for a class of failure; false when it had ended already. */
  failPaymentEvent(input: PaymentEventInput & { reason: string }): Promise<boolean>;
}

/** What the command becomes on the engine. */
export const paymentEventCommands: EngineCommands<'payment.apply'> = {
  'payment.apply': ({ eventId, rowKey, gateway, requestId }, publicUrl) => ({
    action: 'start',
    workflowType: PAYMENT_EVENT_WORKFLOW,
    workflowId: paymentEventWorkflowId(eventId),
    taskQueue: MAIN_QUEUE,
    args: [{ eventId, rowKey }],
    rowKey,
    memo: { requestId, link: `${publicUrl}/api/v1/3pi-partners/payment-events` },
    keywords: { MwResourceId: `payment_event:${eventId}` },
    summary: `Event of the payment gateway ${gateway}`,
    details:
      `Event ${eventId}. Safe to cancel or terminate: it fails, nothing is done by halves, and ` +
      `\`POST /3pi-partners/payment-events/${eventId}/retry\` takes it up again.`,
    priority: { priorityKey: PRIORITY_KEYS.high, fairnessKey: `gateway-${gateway}` },
  }),
};
