import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import { failureReason } from '../lib/failure.ts';
import { MAIN_QUEUE } from '../queues.ts';
import type { InvoiceJobReference, InvoiceJobTransitions, MarketplaceInvoiceActivities } from './contract.ts';

/** One transaction over the use of a month, which may be many records; a database that is away comes back within the hour. */
const { billUsage } = proxyActivities<MarketplaceInvoiceActivities>({
  taskQueue: MAIN_QUEUE,
  scheduleToCloseTimeout: '1h',
  startToCloseTimeout: '5m',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
});

/** Must happen: tried until the database takes it, with timers for the longer pauses. */
const { failInvoiceJob } = proxyLocalActivities<InvoiceJobTransitions>({
  startToCloseTimeout: '10s',
  localRetryThreshold: '2s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Bills the metered use of a period. A run that bills nothing because it could not fails, so that staff see it. */
export async function marketplaceInvoice(job: InvoiceJobReference): Promise<void> {
  setCurrentDetails('**billing the use**');
  try {
    const billed = await billUsage.executeWithOptions({ summary: 'invoices, one a currency' }, [job]);
    if (billed) return setCurrentDetails('**completed**');
  } catch (error) {
    const cancelled = isCancellation(error);
    if (!cancelled && !(error instanceof ActivityFailure)) throw error;
    const reason = cancelled ? 'lost' : failureReason(error);
    setCurrentDetails(`**failed**: \`${reason}\`; nothing is billed`);
    // A cancel, even one that comes now, does not keep the job from being ended.
    await CancellationScope.nonCancellable(() => failInvoiceJob({ ...job, reason }));
    throw error;
  }
  setCurrentDetails('**failed**: sums beyond what the books hold; nothing is billed');
  throw ApplicationFailure.nonRetryable('The sums are beyond what the books hold.', 'too_large');
}
