import { z } from 'zod';
import type { ListedCreditNote } from '../../domain/invoices/credit-store.ts';
import type { CreditNoteDetail } from '../../domain/invoices/operations/credit-note-reads.ts';
import type { CreditNotes } from '../../domain/invoices/operations/reads.ts';
import { CREDIT_NOTE_ORIGINS } from '../../domain/invoices/table.ts';
import { fromMinorUnits } from '../../domain/kernel/money.ts';
import { datetime, datetimeSchema, presenter } from '../resource.ts';
import { invoiceLine, partiesSchema, taxTotals } from './resource.ts';

const text = z.string();
const money = z.number().describe('With the digits of the currency.');

/** A credit note as lists show it. */
export const creditNoteResource = presenter(
  z
    .object({
      credit_note_number: text.describe('`CN-<year>-<sequence>`, by the UTC year of issue.'),
      invoice_number: text.describe('The credited invoice.'),
      amount: money.describe('Tax included; a negative amount reverses earlier credits.'),
      tax_amount: money.describe('Tax within `amount`.'),
      currency: text.describe('ISO 4217 code, as on the invoice.'),
      reason: text.describe('Reason shown to the partner on documents.'),
      reference: text.describe("The gateway's reference of the refund, or the service's own; unique per invoice."),
      created_at: datetimeSchema,
      subtotal: money.describe('Without tax.'),
      origin: z
        .enum(CREDIT_NOTE_ORIGINS)
        .describe('Whether it was created for money returned by a payment gateway, or on request of an administrator.'),
      tax_totals: taxTotals.schema,
    })
    .meta({ title: 'CreditNote' }),
  (note: Omit<ListedCreditNote, 'billing_type'>, context) => {
    const amount = (minorUnits: number) => fromMinorUnits(minorUnits, note.currency);
    return {
      credit_note_number: note.number,
      invoice_number: note.invoice_number,
      amount: amount(note.amount_minor),
      tax_amount: amount(note.tax_minor),
      currency: note.currency,
      reason: note.reason,
      reference: note.reference,
      created_at: datetime(note.created_at),
      subtotal: amount(note.amount_minor - note.tax_minor),
      origin: note.origin,
      tax_totals: taxTotals.present(note, context),
    };
  },
);

/** A credit note with its lines, and with the parties of its invoice. */
export const creditNoteDetail = presenter(
  creditNoteResource.schema
    .extend({
      billing_name: text.describe("The partner's billing name, as on the credited invoice."),
      billing_address: text.nullable().describe("The partner's address, as on the credited invoice; null if none."),
      ...partiesSchema.shape,
      line_items: z
        .array(
          invoiceLine.schema.extend({
            description: text.describe('Description of the credited line, or a note that it credits the invoice.'),
            position: z.int().positive().describe('Position of the line on the credit note, from 1.'),
            invoice_position: z
              .int()
              .positive()
              .nullable()
              .describe('Position of the credited invoice line; null for a share of the whole invoice.'),
          }),
        )
        .describe('Empty for credit notes issued before lines were stored.'),
    })
    .meta({ title: 'CreditNoteDetail' }),
  ({ note, invoice, lines }: CreditNoteDetail, context) => ({
    ...creditNoteResource.present({ ...note, invoice_number: invoice.number }, context),
    billing_name: invoice.billing_name,
    billing_address: invoice.billing_address,
    seller: invoice.seller,
    buyer: invoice.buyer,
    line_items: lines.map((line) => ({
      ...invoiceLine.present({ line: { ...line, invoice_id: invoice.id }, invoice }, context),
      position: line.position,
      invoice_position: line.invoice_position,
    })),
  }),
);

/** Credit notes of an invoice. */
export const creditNotes = presenter(
  z.object({ data: z.array(creditNoteResource.schema) }),
  ({ invoice: { number }, notes }: CreditNotes, context) => ({
    data: notes.map((note) => creditNoteResource.present({ ...note, invoice_number: number }, context)),
  }),
);
