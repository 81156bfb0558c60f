import type { z } from 'zod';
import { inBatches } from '../kernel/batches.ts';
import type { Db } from '../kernel/deps.ts';
import { findLines, selectInvoicesAfter } from './list-store.ts';
import type { exportInvoicesQuery } from './schema.ts';
import type { InvoiceDetail } from './types.ts';

/** Invoices per batch: few enough that the garbage collector frees them while they are young. */
const BATCH_SIZE = 100;

/**
 * All invoices that match the filters, in batches. Each batch is a statement of its own: no transaction stays open
 * while a client reads.
 */
export function exportBatches(
  db: Db,
  partnerId: number,
  { line_items, ...wanted }: z.output<typeof exportInvoicesQuery>,
): AsyncGenerator<InvoiceDetail[]> {
  return inBatches(BATCH_SIZE, async (last: InvoiceDetail | undefined) => {
    const invoices = await selectInvoicesAfter(db, partnerId, wanted, { last: last?.invoice, limit: BATCH_SIZE });
    const ids = invoices.map(({ id }) => id);
    const lines = line_items ? await findLines(db, ids) : undefined;
    return invoices.map((invoice) => ({ invoice, lines: lines?.get(invoice.id) ?? [] }));
  });
}
