import type { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { exportBatches } from '../export.ts';
import { exportCsvQuery, exportInvoicesQuery } from '../schema.ts';
import type { InvoiceDetail } from '../types.ts';

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
