import { z } from 'zod';
import { invoiceParams } from '../invoices/schema.ts';
import { integer, recordId, text } from '../kernel/schema.ts';

/** Path of a checkout. */
export const checkoutParams = z.object({ id: recordId.describe('Number of the checkout.') });

/** Most packs of one checkout. */
const MAX_QUANTITY = 100;

/** The field that names an invoice. */
export const invoiceField = {
  invoice_number: invoiceParams.shape.invoiceNumber.describe('Number of an open invoice.'),
};

/** What is to be paid: an item of the catalogue, or an open invoice. */
export const openCheckoutBody = z
  .object({
    item: text(255).optional().describe('What is bought, by `item` of the catalogue.'),
    quantity: integer(1, MAX_QUANTITY).optional().describe('How many packs; 1 unless given, and always of a plan.'),
    invoice_number: invoiceField.invoice_number.optional(),
  })
  .superRefine(({ item, quantity, invoice_number: number }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (item === undefined && number === undefined) problem('item', 'Is required, unless an invoice is paid.');
    if (item !== undefined && number !== undefined) problem('invoice_number', 'Must not stand beside an item.');
    if (quantity !== undefined && number !== undefined) problem('quantity', 'Must not stand beside an invoice.');
  });
