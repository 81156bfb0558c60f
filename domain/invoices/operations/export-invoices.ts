import type { z } from 'zod';
import { inBatches } from '../../kernel/batches.ts';
import type { Call } from '../../kernel/call.ts';
import type { Db, Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type ListedCreditNote, selectCreditNotesAfter } from '../credit-store.ts';
import { exportCsvQuery, exportInvoicesQuery } from '../schema.ts';
import { exportCsvRows } from './export-csv.ts';
import { EXPORT_BATCH_ROWS, exportParts, type InvoicePart } from './export-parts.ts';

/** The matching invoices in batches, with their lines if requested, read while the file is written. */
export interface InvoiceExport<Query, Batch = InvoicePart[]> {
  query: Query;
  batches: AsyncIterable<Batch>;
  /** The credit notes of these days and this type, in batches; none unless requested. */
  creditNotes: AsyncIterable<ListedCreditNote[]>;
}

const permission = 'view_billing';

/** The partner's invoices that match the filters, for a CSV file. */
export const exportInvoicesAsCsv = operation({
  name: 'invoices.export_csv',
  permission,
  params: nothing,
  input: exportCsvQuery,
  run: async (deps, call, query) =>
    exportOf(deps, call, query, (...from) => exportCsvRows(...from, { ...query, now: deps.clock.now() })),
});

/** The same for a JSON file. */
export const exportInvoicesAsJson = operation({
  name: 'invoices.export_json',
  permission,
  params: nothing,
  input: exportInvoicesQuery,
  run: async (deps, call, query) => exportOf(deps, call, query, (...from) => exportParts(...from, query)),
});

function exportOf<Query extends z.output<typeof exportInvoicesQuery>, Batch>(
  { bulkReads }: Deps,
  call: Call,
  query: Query,
  batchesOf: (db: Db, partnerId: number) => AsyncIterable<Batch>,
): InvoiceExport<Query, Batch> {
  const partnerId = partnerOf(call);
  const key = String(partnerId);
  const creditNotes = inBatches(EXPORT_BATCH_ROWS, (last: ListedCreditNote | undefined) =>
    query.credit_notes
      ? selectCreditNotesAfter(bulkReads(key), partnerId, query, { last, limit: EXPORT_BATCH_ROWS })
      : Promise.resolve([]),
  );
  return { query, batches: batchesOf(bulkReads(key), partnerId), creditNotes };
}
