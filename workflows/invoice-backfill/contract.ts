import { type EngineCommands, priorityOf } from '../commands.ts';
import type { InvoiceJobReference } from '../marketplace-invoice/contract.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that makes invoices for orders that have none. */
export const INVOICE_BACKFILL_WORKFLOW = 'invoiceBackfill';

/** Its id; unique for the life of the database. */
export function invoiceBackfillWorkflowId(jobId: number): string {
  return `invoice-backfill-${jobId}`;
}

/** What the flow does. */
export interface InvoiceBackfillActivities {
  /** Makes the next invoices; `done` with the last of them, which ends the job. */
  backfillInvoices(input: InvoiceJobReference): Promise<{ made: number; done: boolean }>;
}

/** What the command becomes on the engine. */
export const invoiceBackfillCommands: EngineCommands<'invoices.backfill'> = {
  'invoices.backfill': ({ jobId, rowKey, partnerId, requestId }, publicUrl) => ({
    action: 'start',
    workflowType: INVOICE_BACKFILL_WORKFLOW,
    workflowId: invoiceBackfillWorkflowId(jobId),
    taskQueue: MAIN_QUEUE,
    args: [{ jobId, rowKey }],
    rowKey,
    memo: { requestId, link: `${publicUrl}/api/v1/invoice-receipts` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `invoice_job:${jobId}` },
    summary: `Invoices for orders of partner ${partnerId}`,
    details: `Job ${jobId}. Safe to cancel or terminate: the invoices that were made stay, and the next backfill makes the rest.`,
    // Somebody waits for the answer.
    priority: priorityOf(partnerId, 'high'),
  }),
};
