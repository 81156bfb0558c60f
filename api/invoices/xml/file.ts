import type { EInvoice } from '../../../domain/invoices/operations/get-e-invoice.ts';
import type { PresentContext } from '../../resource.ts';
import { scheduledSlices } from '../../turns.ts';
import { closingOf, lineOf, openingOf } from './ubl.ts';

/** An invoice or a credit note as an XML file, some lines at a time. */
export async function* invoiceXml({ parts, ...document }: EInvoice, { call }: PresentContext): AsyncGenerator<string> {
  yield openingOf(document);
  for await (const batch of scheduledSlices(call.actor, parts))
    yield batch.flatMap(({ lines }) => lines.map((line) => lineOf(line, document))).join('');
  yield closingOf(document);
}

/** File name of the document. */
export function xmlHeaders({ invoice }: EInvoice): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${invoice.number}.xml"` };
}
