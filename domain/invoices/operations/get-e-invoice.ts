import { AppError } from '../../kernel/errors.ts';
import type { Buyer, Seller } from '../../kernel/invoicing.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { asInvoice } from '../credit-note-document.ts';
import { missingForEInvoice } from '../e-invoice.ts';
import type { InvoiceDetail, IssuedInvoice } from '../rules.ts';
import { creditNoteParams, invoiceParams } from '../schema.ts';
import type { TaxTotal } from '../table.ts';
import { detailOfNote, ownCreditNote } from './credit-note-reads.ts';
import { type InvoicePart, partsOfInvoice } from './export-parts.ts';
import { ownInvoice } from './reads.ts';

/** What an e-invoice is made from; with `credits`, it is the document of a credit note. */
export interface EInvoice extends Pick<InvoiceDetail, 'credits'> {
  invoice: IssuedInvoice & { seller: Seller; buyer: Buyer; tax_totals: TaxTotal[] };
  /** Its lines, in batches. */
  parts: AsyncIterable<InvoicePart[]>;
}

/** One invoice for a document by EN 16931; 412 with the fields where it lacks mandatory data or is voided. */
export const getEInvoice = operation({
  name: 'invoices.get_e_invoice',
  permission: 'view_billing',
  params: invoiceParams,
  target: ownInvoice,
  input: nothing,
  run: async ({ bulkReads }, call, _input, invoice): Promise<EInvoice> => {
    const complete = completed(invoice, 'invoice');
    return { invoice: complete, parts: partsOfInvoice(bulkReads(String(partnerOf(call))), invoice) };
  },
});

/** One credit note for a document by EN 16931; 412 with the fields where it lacks mandatory data. */
export const getECreditNote = operation({
  name: 'credit_notes.get_e_credit_note',
  permission: 'view_billing',
  params: creditNoteParams,
  target: ownCreditNote,
  input: nothing,
  run: async ({ db }, _call, _input, note): Promise<EInvoice> => {
    const { invoice, lines, credits } = asInvoice(await detailOfNote(db, note));
    return {
      invoice: completed(invoice, 'credit note'),
      parts: onePart({ invoice, lines }),
      ...(credits && { credits }),
    };
  },
});

async function* onePart(detail: Pick<InvoicePart, 'invoice' | 'lines'>): AsyncGenerator<InvoicePart[]> {
  yield [{ ...detail, isFirst: true, isLast: true }];
}

/** The invoice with what a document needs. Throws PRECONDITION_FAILED with the fields that are missing. */
function completed(invoice: IssuedInvoice, what: string): EInvoice['invoice'] {
  const details = missingForEInvoice(invoice);
  const { seller, buyer, tax_totals } = invoice;
  if (details || !seller || !buyer || !tax_totals) {
    const names = Object.keys(details ?? {}).join(', ');
    throw new AppError('PRECONDITION_FAILED', `The ${what} can't be an e-invoice; see ${names}.`, {
      ...(details && { details }),
    });
  }
  return { ...invoice, seller, buyer, tax_totals };
}
