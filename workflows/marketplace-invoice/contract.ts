import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that bills the metered use of a period. */
export const MARKETPLACE_INVOICE_WORKFLOW = 'marketplaceInvoice';

/** Its id; unique for the life of the database. */
export function marketplaceInvoiceWorkflowId(jobId: number): string {
  return `marketplace-invoice-${jobId}`;
}

/** Which job; the key tells it from a later one under the same number, once a database was restored. */
export interface InvoiceJobReference {
  jobId: number;
  rowKey: string;
}

/** What the flow does. */
export interface MarketplaceInvoiceActivities {
  /** Makes the invoices and ends the job; false when the sums are beyond what the books hold. */
  billUsage(input: InvoiceJobReference): Promise<boolean>;
}

/** Short transitions of jobs that make invoices, run within the workflow task. */
export interface InvoiceJobTransitions {
  /** Ends the job as failed for a class of failure; false when it had ended already. */
  failInvoiceJob(input: InvoiceJobReference & { reason: string }): Promise<boolean>;
}

/** What the command becomes on the engine. */
export const marketplaceInvoiceCommands: EngineCommands<'invoices.bill_usage'> = {
  'invoices.bill_usage': ({ jobId, rowKey, partnerId, requestId }, publicUrl) => ({
    action: 'start',
    workflowType: MARKETPLACE_INVOICE_WORKFLOW,
    workflowId: marketplaceInvoiceWorkflowId(jobId),
    taskQueue: MAIN_QUEUE,
    args: [{ jobId, rowKey }],
    rowKey,
    memo: { requestId, link: `${publicUrl}/api/v1/invoice-receipts` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `invoice_job:${jobId}` },
    summary: `Marketplace invoice for partner ${partnerId}`,
    details: `Job ${jobId}. Safe to cancel or terminate: nothing is billed, and the next run bills it.`,
    priority: priorityOf(partnerId),
  }),
};
