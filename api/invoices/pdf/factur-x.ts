import { missingForEInvoice } from '../../../domain/invoices/e-invoice.ts';
import type { InvoiceDetail } from '../../../domain/invoices/rules.ts';
import type { Series } from '../../../domain/invoices/table.ts';
import { ciiOf } from '../xml/cii.ts';
import type { ExtensionSchema } from './xmp.ts';

/** The name that Factur-X 1.0 asks for. */
export const FACTUR_X_FILE = 'factur-x.xml';

/** The claim that the file contains its invoice as data: Factur-X 1.0 (ZUGFeRD 2), profile EN 16931. */
export const FACTUR_X: ExtensionSchema = {
  name: 'Factur-X PDFA Extension Schema',
  namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  prefix: 'fx',
  properties: [
    { name: 'DocumentFileName', description: 'Name of the embedded XML invoice file', value: FACTUR_X_FILE },
    { name: 'DocumentType', description: 'INVOICE', value: 'INVOICE' },
    { name: 'Version', description: 'Version of the Factur-X data', value: '1.0' },
    { name: 'ConformanceLevel', description: 'Conformance level of the Factur-X data', value: 'EN 16931' },
  ].map((property) => ({ ...property, type: 'Text', category: 'external' })),
};

/** How numbers of invoices begin. */
const INVOICE_SERIES: Series = 'INV';

/**
 * The data to embed in the file of an invoice or a credit note; null where it lacks what EN 16931 asks for or is void: nobody
 * should book it. A document of another series that is not said to be a credit note has none either: it would be a demand.
 */
export function facturXOf({ invoice, lines, credits }: InvoiceDetail): Uint8Array | null {
  const { seller, buyer, tax_totals } = invoice;
  if (!credits && !invoice.number.startsWith(`${INVOICE_SERIES}-`)) return null;
  if (missingForEInvoice(invoice) || !seller || !buyer || !tax_totals) return null;
  const document = { invoice: { ...invoice, seller, buyer, tax_totals }, ...(credits && { credits }) };
  return Buffer.from(ciiOf(document, lines));
}
