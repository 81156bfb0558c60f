import { z } from 'zod';
import { workChanged } from '../../kernel/change-events.ts';
import type { Tx } from '../../kernel/deps.ts';
import type { Invoicing } from '../../kernel/invoicing.ts';
import { step } from '../../kernel/step.ts';
import { insertDrafts, issueDrafts } from '../draft-store.ts';
import { draftOf } from '../for-order.ts';
import { finishJob, jobReference, lockJob } from '../jobs.ts';
import { countInvoicesOfJob, findBilling, lockOrdersToInvoice, touchJob } from '../store.ts';
import type { InvoiceJobRow } from '../table.ts';

/**
 * Creates the next invoices of a backfill and ends the job with the last of them. A repeat continues after the last
 * commit.
 */
export const backfillInvoices = step({
  name: 'invoices.backfill',
  input: jobReference,
  output: z.object({ made: z.int(), done: z.boolean() }),
  run: (deps, call, reference) =>
    deps.transaction(call, async (tx) => {
      const job = await lockJob(tx, reference);
      if (!job) return { made: 0, done: true };
      const progress = await backfillBatch(tx, job, deps.invoicing);
      if (progress.done) await finishJob(tx, job);
      else {
        await touchJob(tx.em, tx.now, job.id);
        tx.emit(workChanged(job.partner_id, 'invoice-backfill', job.id));
      }
      return progress;
    }),
});

/** Invoices created in one transaction: few enough that other transactions hardly wait for the invoice counter. */
const BATCH_SIZE = 50;

/** Progress of a backfill. */
export interface BackfillProgress {
  /** Invoices created so far. */
  made: number;
  /** Whether no orders are left or the limit is reached. */
  done: boolean;
}

/**
 * Creates the next invoices of a backfill, oldest orders first, in the transaction that has its row locked. Skips
 * orders that another transaction is about to invoice.
 */
async function backfillBatch(tx: Tx, job: InvoiceJobRow, invoicing: Invoicing): Promise<BackfillProgress> {
  const before = await countInvoicesOfJob(tx.em, job.id);
  const limit = Math.min(BATCH_SIZE, (job.max_orders ?? 0) - before);
  const orders = limit > 0 ? await lockOrdersToInvoice(tx.em, job.partner_id, limit) : [];
  if (orders.length > 0) {
    const billing = await findBilling(tx.em, job.partner_id);
    const drafts = orders.map((order) => draftOf(order, { billing, invoicing, jobId: job.id }));
    await issueDrafts(tx.em, tx.now, await insertDrafts(tx.em, tx.now, drafts));
  }
  const made = before + orders.length;
  return { made, done: orders.length < limit || made >= (job.max_orders ?? 0) };
}
