import { acceptBackfill, acceptBilling } from '../../domain/invoices/jobs.ts';
import { backfillInvoices } from '../../domain/invoices/steps/backfill-invoices.ts';
import { billUsage } from '../../domain/invoices/steps/bill-usage.ts';
import { outcomeOf } from '../../domain/invoices/store.ts';
import type { InvoiceJobRow } from '../../domain/invoices/table.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';

/** How the steps of a job name it. */
export const referenceOf = ({ id, row_key }: InvoiceJobRow) => ({ jobId: id, rowKey: row_key });

/** Makes invoices for orders as the workflow of a backfill does; returns their numbers. */
export async function backfillOrders(deps: Deps, call: Call, limit = 200): Promise<string[]> {
  const job = await acceptBackfill(deps, call, limit);
  for (;;) if ((await perform(deps, backfillInvoices, referenceOf(job))).done) break;
  return (await outcomeOf(deps.db, job)).invoiceNumbers;
}

/** Bills the metered use of a period as its workflow does; returns the numbers of the invoices. */
export async function billPeriod(deps: Deps, call: Call, period: { start: string; end: string }): Promise<string[]> {
  const job = await acceptBilling(deps, call, period);
  await perform(deps, billUsage, referenceOf(job));
  return (await outcomeOf(deps.db, job)).invoiceNumbers;
}
