import type { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { exportBatches } from '../export.ts';
import { exportCsvQuery, exportInvoicesQuery } from '../schema.ts';
import type { InvoiceDetail } from '../types.ts';

/** All invoices that were asked for, some hundred at a time, with their lines where those were asked for. */
export interface InvoiceExport<Query> {
  query: Query;
  batches: AsyncIterable<InvoiceDetail[]>;
}

const permission = 'view_billing';

/** All of the partner's invoices that pass the filters, for a CSV file. */
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
