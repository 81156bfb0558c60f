import type { InvoiceDetail } from '../../domain/invoices/rules.ts';
import type { InvoiceLineRow } from '../../domain/invoices/table.ts';
import type { Labels } from './pdf/labels/en.ts';
import { CATALOGUES, filled, languageOf } from './pdf/labels/labels.ts';

/** A document in the form of an invoice; with `credits` a credit note. */
type Document = Pick<InvoiceDetail, 'credits'> & { invoice: Pick<InvoiceDetail['invoice'], 'buyer'> };
type Credits = NonNullable<InvoiceDetail['credits']>;

/** The labels of a document's language. */
export function labelsOf({ invoice: { buyer } }: Document): Labels {
  return CATALOGUES[languageOf(buyer?.language)];
}

/** What a line is over; that of a share of a whole invoice is in the document's language. */
export function descriptionOf({ position, description }: InvoiceLineRow, document: Document): string {
  const { credits } = document;
  return credits?.sharedLines?.includes(position) ? creditedOn(credits, document) : description;
}

/** That the document credits its invoice, in its language. */
export function creditedOn({ invoiceNumber }: Credits, document: Document): string {
  return filled(labelsOf(document).credit_on, { number: invoiceNumber });
}

/** The reasons that the service itself gives (domain/payments/apply.ts), by the English ones that are kept. */
const OWN_REASONS: ReadonlyMap<string, keyof Labels> = new Map([
  ['Refund', 'refund'],
  ['Refund that came to nothing', 'refund_undone'],
  ['The payment was reported twice', 'paid_twice'],
]);

/** Why the invoice was credited; the service's own reasons are in the document's language, those of people as they are. */
export function reasonOf({ reason, origin }: Credits, document: Document): string {
  const label = origin === 'refund' ? OWN_REASONS.get(reason) : undefined;
  return label === undefined ? reason : labelsOf(document)[label];
}
