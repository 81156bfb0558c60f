import { createInvoiceActivities } from '../activities/invoices.ts';
import { failJob } from '../domain/invoices/steps/fail-job.ts';
import {
  foldTotals,
  listStaleBackfills,
  listStaleBillings,
  writeOffInvoices,
} from '../domain/invoices/steps/upkeep.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform } from '../domain/kernel/step.ts';
import { INVOICE_BACKFILL_WORKFLOW, invoiceBackfillWorkflowId } from '../workflows/invoice-backfill/contract.ts';
import {
  MARKETPLACE_INVOICE_WORKFLOW,
  marketplaceInvoiceWorkflowId,
} from '../workflows/marketplace-invoice/contract.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';

const refused = (deps: Deps, { jobId, rowKey }: { jobId: number; rowKey: string }) =>
  perform(deps, failJob, { jobId, rowKey, reason: 'refused' });
const end = (deps: Deps, { id, rowKey }: { id: number; rowKey: string }) =>
  perform(deps, failJob, { jobId: id, rowKey, reason: 'lost' });

/** Invoices for metered use and for orders; the month's end comes by a Schedule. */
export const invoices: WorkerArea<'invoices.bill_usage' | 'invoices.backfill'> = {
  activities: ({ deps }) => ({ [MAIN_QUEUE]: createInvoiceActivities(deps) }),
  jobs: {
    'invoices.bill_usage': {
      refused,
      stale: {
        name: 'marketplace invoice',
        list: listStaleBillings,
        workflowType: MARKETPLACE_INVOICE_WORKFLOW,
        workflowId: marketplaceInvoiceWorkflowId,
        end,
      },
    },
    'invoices.backfill': {
      refused,
      stale: {
        name: 'invoice backfill',
        list: listStaleBackfills,
        workflowType: INVOICE_BACKFILL_WORKFLOW,
        workflowId: invoiceBackfillWorkflowId,
        end,
      },
    },
  },
  periodic: [
    { name: 'write invoices off', run: (deps) => perform(deps, writeOffInvoices, {}) },
    { name: 'fold invoice totals', run: (deps) => perform(deps, foldTotals, {}) },
  ],
};
