import type { z } from 'zod';
import type { billUsage } from '../../domain/invoices/steps/bill-usage.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/**
 * Identifies a job; the key distinguishes it from a later one with the same number, after a restore of the database.
 */
export type MarketplaceInvoiceInput = z.input<typeof billUsage.input>;

/** Bills the metered use of a period. */
export const MARKETPLACE_INVOICE = {
  workflow: 'marketplaceInvoice',
  id: 'marketplace-invoice',
  row: 'jobId',
  command: 'invoices.bill_usage',
  start: ({ jobId, rowKey, partnerId, requestId }, publicUrl) => ({
    input: { jobId, rowKey },
    memo: { requestId, link: `${publicUrl}/api/v1/invoice-receipts` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `invoice_job:${jobId}` },
    summary: `Marketplace invoice for partner ${partnerId}`,
    details: `Job ${jobId}. Safe to cancel or terminate: nothing is billed, and the next run bills it.`,
    priority: priorityOf(partnerId),
  }),
} as const satisfies CommandedFlow<'invoices.bill_usage', MarketplaceInvoiceInput>;
