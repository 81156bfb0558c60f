import type { z } from 'zod';
import type { backfillInvoices } from '../../domain/invoices/steps/backfill-invoices.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/**
 * Identifies a job; the key distinguishes it from a later one with the same number, after a restore of the database.
 */
export type InvoiceBackfillInput = z.input<typeof backfillInvoices.input>;

/** Creates invoices for orders that have none. */
export const INVOICE_BACKFILL = {
  workflow: 'invoiceBackfill',
  id: 'invoice-backfill',
  row: 'jobId',
  command: 'invoices.backfill',
  start: ({ jobId, rowKey, partnerId, requestId }, publicUrl) => ({
    input: { jobId, rowKey },
    memo: { requestId, link: `${publicUrl}/api/v1/invoice-receipts` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `invoice_job:${jobId}` },
    summary: `Invoices for orders of partner ${partnerId}`,
    details: `Job ${jobId}. Safe to cancel or terminate: the invoices that were made stay, and the next backfill makes the rest.`,
    // A person waits for the result.
    priority: priorityOf(partnerId, 'high'),
  }),
} as const satisfies CommandedFlow<'invoices.backfill', InvoiceBackfillInput>;
