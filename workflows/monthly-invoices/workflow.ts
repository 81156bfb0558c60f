import { ApplicationFailure, setCurrentDetails } from '@temporalio/workflow';
import type { MonthlyInvoicesSteps } from '../../activities/invoices.ts';
import { scheduledTime } from '../lib/scheduled-time.ts';
import { proxySteps } from '../lib/steps.ts';

/** Each attempt handles a page of partners. No time limit, since usage that is not billed is lost revenue. */
const { billMonth } = proxySteps<MonthlyInvoicesSteps, 'main'>('main', {
  startToCloseTimeout: '1m',
  retry: { maximumInterval: '5m' },
});

/**
 * Bills the metered use of the previous month. Each partner has a run of its own, which can fail alone. Fails at the end when runs of
 * some partners could not be started, so that staff see it; triggered again, it starts those.
 */
export async function monthlyInvoices(): Promise<{ started: number; withoutCustomerId: number }> {
  const at = scheduledTime();
  const sum = { started: 0, withoutCustomerId: 0 };
  let failed = 0;
  let afterPartnerId: number | null = 0;
  while (afterPartnerId !== null) {
    const page: Awaited<ReturnType<MonthlyInvoicesSteps['main']['billMonth']>> = await billMonth({
      at,
      afterPartnerId,
    });
    sum.started += page.started;
    sum.withoutCustomerId += page.withoutCustomerId;
    // Recorded runs of earlier releases have no count.
    failed += page.failed ?? 0;
    afterPartnerId = page.lastPartnerId;
    setCurrentDetails(
      `**${sum.started}** partners are billed by runs of their own; ${sum.withoutCustomerId} with use have no customer id`,
    );
  }
  if (failed > 0) throw ApplicationFailure.nonRetryable(`The use of ${failed} partners was not billed`, 'not_billed');
  return sum;
}
