import type { Tx } from '../kernel/deps.ts';
import { insertDrafts, issueDrafts } from './draft-store.ts';
import { draftOf } from './for-order.ts';
import { countInvoicesOfJob } from './job-store.ts';
import { findBilling, lockOrdersToInvoice } from './store.ts';
import type { InvoiceJobRow } from './table.ts';

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
export async function backfillBatch(tx: Tx, job: InvoiceJobRow): Promise<BackfillProgress> {
  const before = await countInvoicesOfJob(tx.em, job.id);
  const limit = Math.min(BATCH_SIZE, (job.max_orders ?? 0) - before);
  const orders = limit > 0 ? await lockOrdersToInvoice(tx.em, job.partner_id, limit) : [];
  if (orders.length > 0) {
    const billing = await findBilling(tx.em, job.partner_id);
    const drafts = orders.map((order) => draftOf(order, billing, job.id));
    await issueDrafts(tx.em, tx.now, await insertDrafts(tx.em, tx.now, drafts));
  }
  const made = before + orders.length;
  return { made, done: orders.length < limit || made >= (job.max_orders ?? 0) };
}
