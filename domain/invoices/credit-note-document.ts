import { exactAmount } from '../kernel/money.ts';
import type { CreditNoteDetail } from './operations/credit-note-reads.ts';
import type { InvoiceDetail } from './rules.ts';
import type { CreditNoteLineRow } from './table.ts';

/**
 * A credit note in the form of an invoice with its parties, for what writes documents: nothing is paid of it, and
 * `credits` says what it credits. A note without lines has one over its amount.
 */
export function asInvoice({ note, invoice, lines }: CreditNoteDetail): InvoiceDetail {
  const { amount_minor, tax_minor, tax_totals, created_at } = note;
  const drawn = lines.length > 0 ? lines : [lineOver({ note, invoice })];
  return {
    invoice: {
      ...invoice,
      number: note.number,
      status: 'paid',
      subtotal_minor: amount_minor - tax_minor,
      tax_minor,
      total_minor: amount_minor,
      tax_totals,
      paid_minor: 0,
      credited_minor: 0,
      excess_returned_minor: 0,
      created_at,
      issued_at: created_at,
      updated_at: created_at,
      due_at: null,
      paid_at: null,
      period_start: null,
      period_end: null,
    },
    lines: drawn.map(({ credit_note_id: _id, invoice_position: _position, ...line }) => ({
      ...line,
      invoice_id: invoice.id,
    })),
    credits: {
      invoiceNumber: invoice.number,
      issuedAt: invoice.issued_at,
      reason: note.reason,
      origin: note.origin,
      sharedLines: drawn.flatMap(({ position, invoice_position }) => (invoice_position === null ? [position] : [])),
    },
  };
}

function lineOver({ note, invoice }: Pick<CreditNoteDetail, 'note' | 'invoice'>): CreditNoteLineRow {
  const amount_minor = note.amount_minor - note.tax_minor;
  return {
    credit_note_id: note.id,
    position: 1,
    invoice_position: null,
    description: `Credit on invoice ${invoice.number}`,
    quantity: amount_minor < 0 ? '-1' : '1',
    unit_amount: exactAmount(Math.abs(amount_minor), note.currency).toFixed(),
    amount_minor,
    tax_rate: '0',
    tax_minor: note.tax_minor,
    tax_category: null,
    tax_reason: null,
    period_start: null,
    period_end: null,
    reference: null,
  };
}
