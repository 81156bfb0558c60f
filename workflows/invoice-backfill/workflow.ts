import { proxyActivities, proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow';
import type { InvoiceBackfillSteps } from '../../activities/invoices.ts';
import { runJob } from '../lib/job.ts';
import { MUST_HAPPEN } from '../lib/transitions.ts';
import { MAIN_QUEUE } from '../queues.ts';
import type { InvoiceBackfillInput } from './contract.ts';

/** Some dozen invoices each, in a short transaction; a database that is away comes back within the hour. */
const { backfillInvoices } = proxyActivities<InvoiceBackfillSteps['main']>({
  taskQueue: MAIN_QUEUE,
  scheduleToCloseTimeout: '1h',
  startToCloseTimeout: '30s',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
});

const { failInvoiceJob } = proxyLocalActivities<InvoiceBackfillSteps['transitions']>(MUST_HAPPEN);

/** Makes invoices for orders that have none, batch by batch. */
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
