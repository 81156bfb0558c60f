import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import { failureReason } from '../lib/failure.ts';
import type { PaymentEventInput, PaymentTransitions, PaymentWork } from './contract.ts';

/**
 * One transaction. What is tried again is a database that is away, or a fault of ours that a release may mend: somebody has paid, so for a
 * day.
 */
const { applyPaymentEvent } = proxyActivities<PaymentWork>({
  scheduleToCloseTimeout: '24h',
  startToCloseTimeout: '30s',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Must happen: tried until the database takes it, with timers for the longer pauses. */
const { failPaymentEvent } = proxyLocalActivities<PaymentTransitions>({
  startToCloseTimeout: '10s',
  localRetryThreshold: '2s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Sees that an event of a payment gateway is carried out, or visibly fails. */
export async function paymentEvent(input: PaymentEventInput): Promise<void> {
  try {
    setCurrentDetails('**carrying the event out**');
    const outcome = await applyPaymentEvent.executeWithOptions({ summary: 'order, credits, plan, invoice' }, [input]);
    setCurrentDetails(`**${outcome}**`);
  } catch (error) {
    const cancelled = isCancellation(error);
    if (!cancelled && !(error instanceof ActivityFailure)) throw error;
    const reason = cancelled ? 'lost' : failureReason(error as ActivityFailure);
    setCurrentDetails(`**failed**: \`${reason}\`; it can be taken up again`);
    await CancellationScope.nonCancellable(() => failPaymentEvent({ ...input, reason }));
    if (cancelled) throw error;
  }
}
