import { ApplicationFailure, setCurrentDetails } from '@temporalio/workflow';
import type { MarketplaceInvoiceSteps } from '../../activities/invoices.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { MarketplaceInvoiceInput } from './contract.ts';

/**
 * One transaction over the usage of a month, which may be many records. An hour of retries covers an unavailable
 * database.
 */
const { billUsage } = proxySteps<MarketplaceInvoiceSteps, 'main'>('main', {
  scheduleToCloseTimeout: '1h',
  startToCloseTimeout: '5m',
});

const { failInvoiceJob } = proxyTransitions<MarketplaceInvoiceSteps>();

/** Bills the metered use of a period. A run that could not bill fails, so that staff see it. */
export async function marketplaceInvoice(job: MarketplaceInvoiceInput): Promise<void> {
  let isBilled = false;
  await runJob(
    async () => {
      setCurrentDetails('**billing the use**');
      isBilled = await billUsage.executeWithOptions({ summary: 'invoices, one a currency' }, [job]);
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; nothing is billed`);
      return failInvoiceJob({ ...job, reason });
    },
    { fails: true },
  );
  if (isBilled) return setCurrentDetails('**completed**');
  setCurrentDetails('**failed**: sums beyond what the books hold; nothing is billed');
  throw ApplicationFailure.nonRetryable('The sums are beyond what the books hold.', 'too_large');
}
