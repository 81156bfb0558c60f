import { backfillInvoices } from '../domain/invoices/steps/backfill-invoices.ts';
import { billMonth } from '../domain/invoices/steps/bill-month.ts';
import { billUsage } from '../domain/invoices/steps/bill-usage.ts';
import { failJob } from '../domain/invoices/steps/fail-job.ts';
import { listStaleBackfills, listStaleBillings } from '../domain/invoices/steps/housekeeping.ts';
import { perform } from '../domain/kernel/step.ts';
import { INVOICE_BACKFILL } from '../workflows/invoice-backfill/contract.ts';
import { MARKETPLACE_INVOICE } from '../workflows/marketplace-invoice/contract.ts';
import { MONTHLY_INVOICES } from '../workflows/monthly-invoices/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Invoices for metered use. */
export const marketplaceInvoice = {
  contract: MARKETPLACE_INVOICE,
  steps: { transitions: { failInvoiceJob: failJob }, main: { billUsage } },
  owner: {
    name: 'marketplace invoice',
    stale: listStaleBillings,
    end: (deps, job, reason) => perform(deps, failJob, { ...job, reason }),
  },
} as const satisfies Flow<typeof MARKETPLACE_INVOICE>;

export type MarketplaceInvoiceSteps = Activities<typeof marketplaceInvoice>;

/** Invoices for orders that have none. */
export const invoiceBackfill = {
  contract: INVOICE_BACKFILL,
  steps: { transitions: { failInvoiceJob: failJob }, main: { backfillInvoices } },
  owner: {
    name: 'invoice backfill',
    stale: listStaleBackfills,
    end: (deps, job, reason) => perform(deps, failJob, { ...job, reason }),
  },
} as const satisfies Flow<typeof INVOICE_BACKFILL>;

export type InvoiceBackfillSteps = Activities<typeof invoiceBackfill>;

/** The end of each month. */
export const monthlyInvoices = {
  contract: MONTHLY_INVOICES,
  steps: { main: { billMonth } },
  owner: { none: 'A lost run is started again by hand, and no usage is billed twice.' },
} as const satisfies Flow<typeof MONTHLY_INVOICES>;

export type MonthlyInvoicesSteps = Activities<typeof monthlyInvoices>;
