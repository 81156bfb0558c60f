import type { z } from 'zod';
import { inBatches } from '../../kernel/batches.ts';
import type { Call } from '../../kernel/call.ts';
import type { Db, Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { selectInvoicesAfter } from '../list-store.ts';
import type { InvoiceDetail } from '../rules.ts';
import { exportCsvQuery, exportInvoicesQuery } from '../schema.ts';
import { findLines } from '../store.ts';

/** The matching invoices in batches, with their lines if requested. */
export interface InvoiceExport<Query> {
  query: Query;
  batches: AsyncIterable<InvoiceDetail[]>;
}

const permission = 'view_billing';

/** The partner's invoices that match the filters, for a CSV file. */
export const exportInvoicesAsCsv = operation({
  name: 'invoices.export_csv',
  permission,
  params: nothing,
  input: exportCsvQuery,
  run: async (deps, call, query) => exportOf(deps, call, query),
});

/** The same for a JSON file. */
export const exportInvoicesAsJson = operation({
  name: 'invoices.export_json',
  permission,
  params: nothing,
  input: exportInvoicesQuery,
  run: async (deps, call, query) => exportOf(deps, call, query),
});

function exportOf<Query extends z.output<typeof exportInvoicesQuery>>(
  { db }: Deps,
  call: Call,
  query: Query,
): InvoiceExport<Query> {
  return { query, batches: exportBatches(db, partnerOf(call), query) };
}

/** Invoices per batch: few enough that the garbage collector frees them while they are young. */
const BATCH_SIZE = 100;

/**
 * All invoices that match the filters, in batches. Each batch is a statement of its own: no transaction stays open
 * while a client reads.
 */
function exportBatches(
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
