import { setCurrentDetails } from '@temporalio/workflow';
import type { InvoiceBackfillSteps } from '../../activities/invoices.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { InvoiceBackfillInput } from './contract.ts';

/** Some dozen invoices per short transaction. An hour of retries covers an unavailable database. */
const { backfillInvoices } = proxySteps<InvoiceBackfillSteps, 'main'>('main', {
  scheduleToCloseTimeout: '1h',
  startToCloseTimeout: '30s',
});

const { failInvoiceJob } = proxyTransitions<InvoiceBackfillSteps>();

/** Creates invoices for orders that have none, batch by batch. */
export function invoiceBackfill(job: InvoiceBackfillInput): Promise<void> {
  return runJob(
    async () => {
      setCurrentDetails('**making invoices**');
      for (let isDone = false; !isDone; ) {
        const { made, done } = await backfillInvoices.executeWithOptions({ summary: 'the next orders' }, [job]);
        setCurrentDetails(done ? '**completed**' : `**making invoices**, ${made} so far`);
        isDone = done;
      }
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; the invoices that were made stay`);
      return failInvoiceJob({ ...job, reason });
    },
    { fails: true },
  );
}
