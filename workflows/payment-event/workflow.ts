import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { patched, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
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
});

const { failPaymentEvent, findPaymentEventPartner } = proxyTransitions<PaymentEventSteps>();

const PARTNER = defineSearchAttributeKey('MwPartnerId', SearchAttributeType.KEYWORD);

/** Makes the run one of its partner's for the search, which only the event says. */
async function namePartner(input: PaymentEventInput): Promise<void> {
  const partnerId = await findPaymentEventPartner(input);
  if (partnerId !== null) upsertSearchAttributes([{ key: PARTNER, value: String(partnerId) }]);
}

/** Runs until an event of a payment gateway is applied, or marked as failed. */
export function paymentEvent(input: PaymentEventInput): Promise<void> {
  return runJob(
    async () => {
      setCurrentDetails('**carrying the event out**');
      const outcome = await applyPaymentEvent.executeWithOptions({ summary: 'order, credits, plan, invoice' }, [input]);
      setCurrentDetails(`**${outcome}**`);
      // Runs of 0.1 and 0.2 ended here.
      if (patched('partner-of-event')) await namePartner(input);
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; it can be started again`);
      return failPaymentEvent({ ...input, reason });
    },
  );
}
