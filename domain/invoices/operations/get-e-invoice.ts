import { AppError } from '../../kernel/errors.ts';
import type { Buyer, Seller } from '../../kernel/invoicing.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { missingForEInvoice } from '../e-invoice.ts';
import type { IssuedInvoice } from '../rules.ts';
import { invoiceParams } from '../schema.ts';
import type { TaxTotal } from '../table.ts';
import { type InvoicePart, partsOfInvoice } from './export-parts.ts';
import { ownInvoice } from './reads.ts';

/** What an e-invoice is made from. */
export interface EInvoice {
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
    const details = missingForEInvoice(invoice);
    const { seller, buyer, tax_totals } = invoice;
    if (details || !seller || !buyer || !tax_totals) {
      const names = Object.keys(details ?? {}).join(', ');
      throw new AppError('PRECONDITION_FAILED', `The invoice can't be an e-invoice; see ${names}.`, {
        ...(details && { details }),
      });
    }
    const parts = partsOfInvoice(bulkReads(String(partnerOf(call))), invoice);
    return { invoice: { ...invoice, seller, buyer, tax_totals }, parts };
  },
});
