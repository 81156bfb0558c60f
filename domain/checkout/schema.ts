import { z } from 'zod';
import { invoiceParams } from '../invoices/schema.ts';
import { integer, onceValid, recordId, text } from '../kernel/schema.ts';

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
    item: text(255).optional().describe('`item` of the catalog to buy.'),
    quantity: integer(1, MAX_QUANTITY)
      .optional()
      .describe('Number of packs; defaults to 1, and is always 1 for a plan.'),
    invoice_number: invoiceField.invoice_number.optional(),
  })
  .refine(({ item, invoice_number }) => item !== undefined || invoice_number !== undefined, {
    path: ['item'],
    error: 'Is required, unless an invoice is paid.',
    ...onceValid('item', 'invoice_number'),
  })
  .refine(({ item, invoice_number }) => item === undefined || invoice_number === undefined, {
    path: ['invoice_number'],
    error: 'Must not stand beside an item.',
    ...onceValid('item', 'invoice_number'),
  })
  .refine(({ quantity, invoice_number }) => quantity === undefined || invoice_number === undefined, {
    path: ['quantity'],
    error: 'Must not stand beside an invoice.',
    ...onceValid('quantity', 'invoice_number'),
  });
