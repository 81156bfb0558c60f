import { setCurrentDetails } from '@temporalio/workflow';
import type { PaymentEventSteps } from '../../activities/payments.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { PaymentEventInput } from './contract.ts';

/**
 * One transaction. Retries cover an unavailable database, or a bug that a release can fix. They last a day, since a
 * customer has paid.
 */
const { applyPaymentEvent } = proxySteps<PaymentEventSteps, 'main'>('main', {
  scheduleToCloseTimeout: '24h',
  startToCloseTimeout: '30s',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '1m' },
});

const { failPaymentEvent } = proxyTransitions<PaymentEventSteps>();

/** Runs until an event of a payment gateway is applied, or marked as failed. */
export function paymentEvent(input: PaymentEventInput): Promise<void> {
  return runJob(
    async () => {
      setCurrentDetails('**carrying the event out**');
      const outcome = await applyPaymentEvent.executeWithOptions({ summary: 'order, credits, plan, invoice' }, [input]);
      setCurrentDetails(`**${outcome}**`);
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; it can be taken up again`);
      return failPaymentEvent({ ...input, reason });
    },
  );
}
