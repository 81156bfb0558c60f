import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { MonthlyInvoicesSteps } from '../../activities/invoices.ts';
import { proxySteps } from '../lib/steps.ts';

/** A page of partners each; without a limit of time, since a month that was not billed is money that nobody asks for. */
const { billMonth } = proxySteps<MonthlyInvoicesSteps, 'main'>('main', {
  startToCloseTimeout: '1m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '5m' },
});

/** When the Schedule wanted the run, which after a downtime is earlier than when it came. */
const SCHEDULED_AT = defineSearchAttributeKey('TemporalScheduledStartTime', SearchAttributeType.DATETIME);

/** Has the metered use of the month before billed, each partner's by a run of its own, which fails alone. */
export async function monthlyInvoices(): Promise<{ started: number; withoutCustomerId: number }> {
  const { typedSearchAttributes, startTime } = workflowInfo();
  const at = (typedSearchAttributes.get(SCHEDULED_AT) ?? startTime).toISOString();
  const sum = { started: 0, withoutCustomerId: 0 };
  let afterPartnerId: number | null = 0;
  while (afterPartnerId !== null) {
    const page: Awaited<ReturnType<MonthlyInvoicesSteps['main']['billMonth']>> = await billMonth({
      at,
      afterPartnerId,
    });
    sum.started += page.started;
    sum.withoutCustomerId += page.withoutCustomerId;
    afterPartnerId = page.lastPartnerId;
    setCurrentDetails(
      `**${sum.started}** partners are billed by runs of their own; ${sum.withoutCustomerId} with use have no customer id`,
    );
  }
  return sum;
}
