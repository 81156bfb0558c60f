import type { Tx } from '../kernel/deps.ts';
import { insertDrafts, issueDrafts } from './draft-store.ts';
import { draftOf } from './for-order.ts';
import { countOfJob } from './job-store.ts';
import { findBilling, lockOrdersToInvoice } from './store.ts';
import type { InvoiceJobRow } from './table.ts';

/** Invoices that one transaction makes: few enough that others who number invoices hardly wait for it. */
const BATCH_SIZE = 50;

/** What a backfill has come to. */
export interface BackfillProgress {
  /** Invoices made so far. */
  made: number;
  /** Nothing is left to do, or as many are made as were asked for. */
  done: boolean;
}

/**
 * Makes the next invoices of a backfill, oldest orders first, in the transaction that has its row locked. Orders that another
 * transaction is about to invoice are left to it.
 */
export async function backfillBatch(tx: Tx, job: InvoiceJobRow): Promise<BackfillProgress> {
  const before = await countOfJob(tx.em, job.id);
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
