import type { InvoiceExport } from '../../domain/invoices/operations/export-invoices.ts';
import type { InvoicePage } from '../../domain/invoices/operations/reads.ts';
import type { PresentContext } from '../resource.ts';
import { appliedFilters, invoiceDetailResource, invoiceResource } from './resource.ts';

type ExportQuery = Omit<InvoicePage['query'], 'page' | 'per_page'> & { line_items: boolean };

/** The file, some hundred invoices at a time: `{data, filters_applied}`. */
export async function* invoicesAsJson(
  { query, batches }: InvoiceExport<ExportQuery>,
  context: PresentContext,
): AsyncGenerator<string> {
  let separator = '{"data":[';
  for await (const batch of batches) {
    const invoices = batch.map((detail) =>
      query.line_items
        ? invoiceDetailResource.present(detail, context)
        : invoiceResource.present(detail.invoice, context),
    );
    yield separator + invoices.map((invoice) => JSON.stringify(invoice)).join(',\n');
    separator = ',\n';
  }
  const filters = { ...appliedFilters.present(query, context), line_items: query.line_items };
  yield `${separator === ',\n' ? '' : separator}],"filters_applied":${JSON.stringify(filters)}}`;
}
