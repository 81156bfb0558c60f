import { backfillInvoices } from '../domain/invoices/steps/backfill-invoices.ts';
import { billMonth } from '../domain/invoices/steps/bill-month.ts';
import { billUsage } from '../domain/invoices/steps/bill-usage.ts';
import { failJob } from '../domain/invoices/steps/fail-job.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { InvoiceBackfillActivities } from '../workflows/invoice-backfill/contract.ts';
import type { InvoiceJobTransitions, MarketplaceInvoiceActivities } from '../workflows/marketplace-invoice/contract.ts';
import type { MonthlyInvoicesActivities } from '../workflows/monthly-invoices/contract.ts';
import { activity } from './activity.ts';

/** What makes invoices. */
export function createInvoiceActivities(
  deps: Deps,
): MarketplaceInvoiceActivities & InvoiceBackfillActivities & MonthlyInvoicesActivities & InvoiceJobTransitions {
  return {
    billUsage: activity(deps, billUsage),
    backfillInvoices: activity(deps, backfillInvoices),
    billMonth: activity(deps, billMonth),
    failInvoiceJob: activity(deps, failJob),
  };
}
