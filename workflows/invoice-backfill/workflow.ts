import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import { failureReason } from '../lib/failure.ts';
import type { InvoiceJobReference, InvoiceJobTransitions } from '../marketplace-invoice/contract.ts';
import { MAIN_QUEUE } from '../queues.ts';
import type { InvoiceBackfillActivities } from './contract.ts';

/** Some dozen invoices each, in a short transaction; a database that is away comes back within the hour. */
const { backfillInvoices } = proxyActivities<InvoiceBackfillActivities>({
  taskQueue: MAIN_QUEUE,
  scheduleToCloseTimeout: '1h',
  startToCloseTimeout: '30s',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
});

/** Must happen: tried until the database takes it, with timers for the longer pauses. */
const { failInvoiceJob } = proxyLocalActivities<InvoiceJobTransitions>({
  startToCloseTimeout: '10s',
  localRetryThreshold: '2s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Makes invoices for orders that have none, batch by batch. */
export async function invoiceBackfill(job: InvoiceJobReference): Promise<void> {
  setCurrentDetails('**making invoices**');
  try {
    for (;;) {
      const { made, done } = await backfillInvoices.executeWithOptions({ summary: 'the next orders' }, [job]);
      setCurrentDetails(done ? '**completed**' : `**making invoices**, ${made} so far`);
      if (done) return;
    }
  } catch (error) {
    const cancelled = isCancellation(error);
    if (!cancelled && !(error instanceof ActivityFailure)) throw error;
    const reason = cancelled ? 'lost' : failureReason(error);
    setCurrentDetails(`**failed**: \`${reason}\`; the invoices that were made stay`);
    // A cancel, even one that comes now, does not keep the job from being ended.
    await CancellationScope.nonCancellable(() => failInvoiceJob({ ...job, reason }));
    throw error;
  }
}
