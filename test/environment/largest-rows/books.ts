import { creditEntryTable } from '../../../domain/credits/table.ts';
import { creditNoteTable, invoiceTable } from '../../../domain/invoices/table.ts';
import { orderTable } from '../../../domain/orders/table.ts';
import { paymentEventTable } from '../../../domain/payments/table.ts';
import { usageRecordTable } from '../../../domain/usage-records/table.ts';
import { type Filler, idOf, type LargestRows } from './filler.ts';

/** Invoices and what they are made of, credits and payments. */
export async function fillBooks({ longest, many }: Filler): Promise<LargestRows[]> {
  const [invoice] = await many(
    invoiceTable,
    (n) => ({
      number: `INV-2026-${String(n).padStart(6, '0')}`,
      job_id: null,
      status: 'open',
      billing_type: 'demo',
      currency: 'USD',
      subtotal_minor: 1,
      tax_minor: 0,
      total_minor: 1,
      total_amount: '0.01',
      paid_minor: 0,
      credited_minor: 0,
      excess_returned_minor: 0,
      period_start: null,
      period_end: null,
      paid_at: null,
      voided_at: null,
      is_rebilled: false,
      overdue_published_at: null,
      billing_address: longest(1_000),
    }),
    200,
  );
  await many(
    creditNoteTable,
    (n) => ({
      number: `CN-2026-${String(n).padStart(6, '0')}`,
      invoice_id: idOf(invoice),
      currency: 'USD',
      origin: 'refund',
      reference: `${n}${longest(110)}`,
      amount_minor: 1,
      tax_minor: 0,
      tax_totals: null,
    }),
    200,
  );
  await many(orderTable, (n) => ({
    billing_type: 'demo',
    amount_minor: 1,
    currency: 'USD',
    reference: `${n}${longest(110)}`,
    invoice_id: null,
  }));
  await many(usageRecordTable, (n) => ({
    quantity: '1',
    unit_price: '1',
    currency: 'USD',
    reference: `${n}${longest(110)}`,
    invoice_id: null,
  }));
  await many(creditEntryTable, (n) => ({
    kind: 'grant',
    amount: 1,
    reference: `${n}${longest(110)}`,
    lineage_id: null,
  }));
  await many(paymentEventTable, (n) => ({
    gateway: 'generic',
    event_id: `${n}`,
    status: 'ignored',
    kind: null,
    fact: null,
    subject: null,
  }));
  return [
    { route: 'GET /3pi-partners/payment-events', params: {} },
    { route: 'GET /3pi-partners/invoices', params: {} },
    { route: 'GET /3pi-partners/orders', params: {} },
    { route: 'GET /3pi-partners/usage-records', params: {} },
    { route: 'GET /3pi-partners/ledger-entries', params: {} },
    { route: 'GET /invoice-receipts', params: {} },
    { route: 'GET /invoice-receipts/credit-notes', params: {} },
  ];
}
