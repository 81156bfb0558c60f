import type { EInvoice } from '../../../domain/invoices/operations/get-e-invoice.ts';
import type { PresentContext } from '../../resource.ts';
import { scheduledSlices } from '../../turns.ts';
import { CLOSING, lineOf, openingOf } from './ubl.ts';

/** An invoice as an XML file, some lines at a time. */
export async function* invoiceXml({ invoice, parts }: EInvoice, { call }: PresentContext): AsyncGenerator<string> {
  yield openingOf(invoice);
  for await (const batch of scheduledSlices(call.actor, parts))
    yield batch.flatMap(({ lines }) => lines.map((line) => lineOf(line, invoice))).join('');
  yield CLOSING;
}

/** File name of the document. */
export function xmlHeaders({ invoice }: EInvoice): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${invoice.number}.xml"` };
}
