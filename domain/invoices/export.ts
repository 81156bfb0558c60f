import type { z } from 'zod';
import type { Db } from '../kernel/deps.ts';
import { findLines, listInvoicesAfter } from './list-store.ts';
import type { exportInvoicesQuery } from './schema.ts';
import type { InvoiceDetail, IssuedInvoice } from './types.ts';

/** Invoices that are in memory at once: so few that what they leave behind is cleared away before it counts as old. */
const PAGE_SIZE = 100;

/**
 * All invoices that pass the filters, page by page, so that an export of any length needs the memory of one page. Each page
 * is a statement of its own: no transaction stays open while a client reads.
 */
export async function* exportPages(
  db: Db,
  partnerId: number,
  { line_items, ...wanted }: z.output<typeof exportInvoicesQuery>,
): AsyncGenerator<InvoiceDetail[]> {
  let last: IssuedInvoice | undefined;
  do {
    const invoices = await listInvoicesAfter(db, partnerId, wanted, { last, limit: PAGE_SIZE });
    const lines = line_items
      ? await findLines(
          db,
          invoices.map(({ id }) => id),
        )
      : new Map();
    if (invoices.length > 0) yield invoices.map((invoice) => ({ invoice, lines: lines.get(invoice.id) ?? [] }));
    last = invoices.length < PAGE_SIZE ? undefined : invoices.at(-1);
  } while (last);
}
