import { createPaymentActivities } from '../activities/payments.ts';
import { perform } from '../domain/kernel/step.ts';
import { failEvent } from '../domain/payments/steps/fail-event.ts';
import { listStaleEvents } from '../domain/payments/steps/upkeep.ts';
import { PAYMENT_EVENT_WORKFLOW, paymentEventWorkflowId } from '../workflows/payment-event/contract.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';

/** Events of payment gateways. */
export const payments: WorkerArea<'payment.apply'> = {
  activities: ({ deps }) => ({ [MAIN_QUEUE]: createPaymentActivities(deps) }),
  jobs: {
    'payment.apply': {
      refused: (deps, { eventId, rowKey }) => perform(deps, failEvent, { eventId, rowKey, reason: 'refused' }),
      stale: {
        name: 'event of a payment gateway',
        list: listStaleEvents,
        workflowType: PAYMENT_EVENT_WORKFLOW,
        workflowId: paymentEventWorkflowId,
        end: (deps, { id, rowKey }) => perform(deps, failEvent, { eventId: id, rowKey, reason: 'lost' }),
      },
    },
  },
};
