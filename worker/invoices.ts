import { invoiceBackfill, marketplaceInvoice, monthlyInvoices } from '../activities/invoices.ts';
import {
  publishOverdue,
  readUnbilledUsage,
  rollUpTotals,
  writeOffInvoices,
} from '../domain/invoices/steps/housekeeping.ts';
import { perform } from '../domain/kernel/step.ts';
import { observeUnbilledUsage } from '../infra/telemetry/usage-metrics.ts';
import type { WorkerArea } from './area.ts';

/** Invoices and the end of each month. */
export const invoices = {
  flows: [marketplaceInvoice, invoiceBackfill, monthlyInvoices],
  housekeeping: [publishOverdue, writeOffInvoices, rollUpTotals],
  start({ deps, registry }) {
    observeUnbilledUsage(registry, () => perform(deps, readUnbilledUsage, {}));
  },
} as const satisfies WorkerArea;
