import { freshId, genericEvent } from '../../../sandbox/gateway/events.ts';
import { deliver } from '../../../sandbox/gateway/server.ts';
import { PAYMENT_EVENT } from '../../../workflows/payment-event/contract.ts';
import { waitUntil } from '../../environment/wait-until.ts';
import type { Recorder } from '../recorder.ts';

/** Events of a gateway that are applied, and one that is cancelled while no worker runs. */
export async function recordPayments(recorder: Recorder): Promise<void> {
  const { stack } = recorder;
  await pay(recorder);
  await untilApplied(recorder, 1);
  await recorder.save(PAYMENT_EVENT, 'applied', 1);
  await stack.pause('worker');
  await pay(recorder);
  const cancelled = recorder.runOf(PAYMENT_EVENT, 2);
  await waitUntil('the run', () => cancelled.describe(), { retryErrors: true });
  await cancelled.cancel();
  await stack.start('worker');
  await recorder.save(PAYMENT_EVENT, 'cancelled', 2);
  await pay(recorder);
  await untilApplied(recorder, 3);
  await recorder.save(PAYMENT_EVENT, 'of-partner', 3);
}

function pay({ stack }: Recorder): Promise<unknown> {
  const { partner_id, gateway_secrets: secrets = { generic: '', stripe: '' } } = stack.credentials;
  const purchase = { partner_id, reference: freshId('order'), amount: '20.00', currency: 'USD', credits: 1_000 };
  const event = genericEvent('payment.succeeded', purchase, new Date());
  return deliver({ origin: stack.urls.apiOrigin, secrets }, 'generic', [event]);
}

async function untilApplied(recorder: Recorder, event: number): Promise<void> {
  const run = recorder.runOf(PAYMENT_EVENT, event);
  await waitUntil('the event to be applied', () => run.result().then(() => true), { retryErrors: true });
}
